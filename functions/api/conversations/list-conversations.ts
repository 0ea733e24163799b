import { listConversations } from '../../domain/conversations/conversations.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listConversations, ({ caller, query, page }) =>
  listConversations(caller.workspaceId, query, page),
);
