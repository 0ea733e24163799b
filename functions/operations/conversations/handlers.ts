import * as conversations from '../../domain/conversations/conversations.ts';
import { updateConversation as changeConversation } from '../../domain/conversations/work-on.ts';
import { reply } from '../../domain/messages/reply.ts';
import { toReplyResult } from '../../domain/messages/send-outcome.ts';
import { checkScope } from '../../model/access/check-scope.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const find = ({ caller, params }: { caller: Tenant; params: { id: string } }) =>
  conversations.getStoredConversation(caller.workspaceId, params.id);

export const listConversations = {
  run: ({ caller, query, page }) => {
    if (query.search !== undefined && 'scopes' in caller) checkScope(caller, 'messages:read');
    return conversations.listConversations(caller.workspaceId, query, page);
  },
} satisfies Act<typeof contract.listConversations>;

export const getConversation = {
  run: async ({ caller, params }) => ({ data: await conversations.getConversation(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.getConversation>;

export const updateConversation = {
  run: async ({ caller, params, body }) => ({
    data: await changeConversation(caller.workspaceId, params.id, body),
  }),
  find,
} satisfies Act<typeof contract.updateConversation>;

export const listMessages = {
  run: ({ caller, params, page, baseUrl }) =>
    conversations.listMessages(caller.workspaceId, params.id, page, baseUrl()),
} satisfies Act<typeof contract.listMessages>;

export const replyToConversation = {
  run: async ({ caller, id, params, body: outgoing }) => {
    const request = { id, conversationId: params.id, outgoing, sender: { type: 'key' as const } };
    return { data: toReplyResult(await reply(caller.workspaceId, request)) };
  },
  find,
} satisfies Act<typeof contract.replyToConversation>;
