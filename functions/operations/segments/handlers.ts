import * as members from '../../domain/segments/members.ts';
import * as segments from '../../domain/segments/segments.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const find = ({ caller, params }: { caller: Tenant; params: { id: string } }) =>
  segments.getStoredSegment(caller.workspaceId, params.id);

export const createSegment = {
  run: async ({ caller, id, body }) => ({ data: await segments.createSegment(caller.workspaceId, id, body) }),
} satisfies Act<typeof contract.createSegment>;

export const listSegments = {
  run: ({ caller, page }) => segments.listSegments(caller.workspaceId, page),
} satisfies Act<typeof contract.listSegments>;

export const getSegment = {
  run: async ({ caller, params }) => ({ data: await segments.getSegment(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.getSegment>;

export const updateSegment = {
  run: async ({ caller, params, body }) => ({
    data: await segments.updateSegment(caller.workspaceId, params.id, body),
  }),
  find,
} satisfies Act<typeof contract.updateSegment>;

export const deleteSegment = {
  run: async ({ caller, params }) => ({ data: await segments.deleteSegment(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.deleteSegment>;

export const listSegmentContacts = {
  run: ({ caller, params, page }) => members.listSegmentContacts(caller.workspaceId, params.id, page),
} satisfies Act<typeof contract.listSegmentContacts>;

export const addSegmentContacts = {
  run: async ({ caller, params, body }) => ({
    data: await members.addSegmentContacts(caller.workspaceId, params.id, body.contact_ids),
  }),
  find,
} satisfies Act<typeof contract.addSegmentContacts>;

export const removeSegmentContacts = {
  run: async ({ caller, params, body }) => ({
    data: await members.removeSegmentContacts(caller.workspaceId, params.id, body.contact_ids),
  }),
  find,
} satisfies Act<typeof contract.removeSegmentContacts>;
