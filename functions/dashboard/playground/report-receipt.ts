import { getSendingAccount, reportReceipt } from '../../domain/playground/sent-messages.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.reportReceipt,
  async ({ caller, params, body }) => ({ data: await reportReceipt(caller.workspaceId, params.message_id, body) }),
  { find: ({ caller, params }) => getSendingAccount(caller.workspaceId, params.message_id) },
);
