import { addSegmentContacts } from '../../domain/segments/members.ts';
import { getStoredSegment } from '../../domain/segments/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.addSegmentContacts,
  async ({ caller, params, body }) => ({
    data: await addSegmentContacts(caller.workspaceId, params.id, body.contact_ids),
  }),
  ({ caller, params }) => getStoredSegment(caller.workspaceId, params.id),
);
