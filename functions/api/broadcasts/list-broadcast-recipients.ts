import { getAudience, listRecipients } from '../../domain/broadcasts/list-recipients.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.listBroadcastRecipients,
  ({ caller, params, query, page }) => listRecipients(caller.workspaceId, params.id, query.status, page),
  ({ caller, params }) => getAudience(caller.workspaceId, params.id),
);
