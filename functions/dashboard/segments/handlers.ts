import { addPeople, listSegmentContacts, removePeople } from '../../domain/segments/members.ts';
import { listMatches, previewSegment } from '../../domain/segments/preview.ts';
import {
  createSegment,
  deleteSegment,
  findSegmentName,
  getSegment,
  getStoredSegment,
  listSegments,
  updateSegment,
} from '../../domain/segments/segments.ts';
import { listSegmentUses } from '../../domain/segments/uses.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import type { PeopleResult } from '../../model/segments/preview.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

interface SegmentRequest {
  caller: MemberCaller;
  params: { id: string };
}

const find = ({ caller, params }: SegmentRequest) => getStoredSegment(caller.workspaceId, params.id);

const describe = async ({ caller, params }: SegmentRequest) => ({
  target: { id: params.id, name: (await findSegmentName(caller.workspaceId, params.id)) ?? params.id },
});

export const routes = handleOperations(contract, {
  listSegments: ({ caller, page }) => listSegments(caller.workspaceId, page),
  createSegment: {
    run: async ({ caller, id, body }) => ({ data: await createSegment(caller.workspaceId, id, body) }),
    describe: ({ id, body }) => ({ target: { id, name: body.name }, details: body.kind }),
  },
  previewSegment: ({ caller, body, page }) => previewSegment(caller.workspaceId, body.filter, page.after),
  listMatches: ({ caller, body, page }) => listMatches(caller.workspaceId, body.filter, page),
  getSegment: async ({ caller, params }) => ({ data: await getSegment(caller.workspaceId, params.id) }),
  updateSegment: {
    run: async ({ caller, params, body }) => ({ data: await updateSegment(caller.workspaceId, params.id, body) }),
    find,
    describe: async (input) => ({
      ...(await describe(input)),
      details: `changed ${Object.keys(input.body).join(', ')}`,
    }),
  },
  deleteSegment: {
    run: async ({ caller, params }) => ({ data: await deleteSegment(caller.workspaceId, params.id) }),
    find,
    describe,
  },
  listSegmentContacts: ({ caller, params, page }) => listSegmentContacts(caller.workspaceId, params.id, page),
  addSegmentContacts: {
    run: async ({ caller, params, body }) => ({ data: await addPeople(caller.workspaceId, params.id, body) }),
    find,
    describe,
    describeResult: ({ data }: { data: PeopleResult }) => ({ details: `added ${data.changed}` }),
  },
  removeSegmentContacts: {
    run: async ({ caller, params, body }) => ({ data: await removePeople(caller.workspaceId, params.id, body) }),
    find,
    describe,
    describeResult: ({ data }: { data: PeopleResult }) => ({ details: `removed ${data.changed}` }),
  },
  listSegmentUses: ({ caller, params, page }) => listSegmentUses(caller.workspaceId, params.id, page),
});
