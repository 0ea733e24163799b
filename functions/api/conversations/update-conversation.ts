import { getConversation, updateConversation } from '../../domain/conversations/conversations.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.updateConversation,
  async ({ caller, params, body }) => ({ data: await updateConversation(caller.workspaceId, params.id, body) }),
  ({ caller, params }) => getConversation(caller.workspaceId, params.id),
);
