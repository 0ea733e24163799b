import { addPeople, removePeople } from '../../domain/segments/members.ts';
import { listMatches, previewSegment } from '../../domain/segments/preview.ts';
import { findSegmentName } from '../../domain/segments/segments.ts';
import { listSegmentUses } from '../../domain/segments/uses.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';
import { find } from './handlers.ts';

const describe = async ({ caller, params }: { caller: Tenant; params: { id: string } }) => ({
  target: { id: params.id, name: (await findSegmentName(caller.workspaceId, params.id)) ?? params.id },
});

export const members = {
  createSegment: {
    describe: ({ id, body }) => ({
      target: { id, name: body.name },
      details: body.kind === 'dynamic' ? 'filter' : 'list',
    }),
  },
  previewSegment: ({ caller, body, page }) => previewSegment(caller.workspaceId, body.filter, page.after),
  listMatches: ({ caller, body, page }) => listMatches(caller.workspaceId, body.filter, page),
  updateSegment: {
    describe: async (input) => ({
      ...(await describe(input)),
      details: `changed ${Object.keys(input.body).join(', ')}`,
    }),
  },
  deleteSegment: { find, describe },
  addSegmentContacts: {
    run: async ({ caller, params, body }) => ({ data: await addPeople(caller.workspaceId, params.id, body) }),
    find,
    describe,
    describeResult: ({ data }) => ({ details: `added ${data.changed}` }),
  },
  removeSegmentContacts: {
    run: async ({ caller, params, body }) => ({ data: await removePeople(caller.workspaceId, params.id, body) }),
    find,
    describe,
    describeResult: ({ data }) => ({ details: `removed ${data.changed}` }),
  },
  listSegmentUses: ({ caller, params, page }) => listSegmentUses(caller.workspaceId, params.id, page),
} satisfies MemberActs<typeof contract, typeof handlers>;
