import { getConversation } from '../../domain/conversations/conversations.ts';
import { reply } from '../../domain/messages/reply.ts';
import { toReplyResult } from '../../domain/messages/send-outcome.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.replyToConversation,
  async ({ caller, id, params, body: outgoing }) => {
    const request = { id, conversationId: params.id, outgoing, sender: { type: 'key' as const } };
    return { data: toReplyResult(await reply(caller.workspaceId, request)) };
  },
  ({ caller, params }) => getConversation(caller.workspaceId, params.id),
);
