import { removeSegmentContacts } from '../../domain/segments/members.ts';
import { getStoredSegment } from '../../domain/segments/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.removeSegmentContacts,
  async ({ caller, params, body }) => ({
    data: await removeSegmentContacts(caller.workspaceId, params.id, body.contact_ids),
  }),
  ({ caller, params }) => getStoredSegment(caller.workspaceId, params.id),
);
