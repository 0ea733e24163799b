import { removeSegmentContacts } from '../../domain/segment-members.ts';
import { getStoredSegment } from '../../domain/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.removeSegmentContacts,
  async ({ caller, params, body }) => ({
    data: await removeSegmentContacts(caller.workspaceId, params.id, body.contact_ids),
  }),
  ({ caller, params }) => getStoredSegment(caller.workspaceId, params.id),
);
