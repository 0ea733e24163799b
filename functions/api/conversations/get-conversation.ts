import { getConversation } from '../../domain/conversations/conversations.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getConversation, async ({ caller, params }) => ({
  data: await getConversation(caller.workspaceId, params.id),
}));
