import * as z from 'zod/mini';
import { conversation, conversationChanges, conversationStatuses } from '../../model/conversations/conversation.ts';
import { reads, writes } from '../../model/grant.ts';
import { id, idParams } from '../../model/id.ts';
import { message, replyResult } from '../../model/messages/message.ts';
import { outgoingReply } from '../../model/messages/outgoing-message.ts';
import { sendGrants } from '../../model/messages/send-grants.ts';
import { listResponse } from '../../model/page.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listConversations = defineEndpoint({
  operationId: 'listConversations',
  method: 'GET',
  path: '/conversations',
  summary: 'List conversations',
  access: 'conversations:read',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    'index:conversation',
    'index:inbox',
    ...reads('contact', 'conversation'),
  ],
  status: 200,
  errorCodes: ['invalid_request'],
  paged: true,
  query: z.object({
    status: z.optional(z.enum(conversationStatuses)),
    contact_id: z.optional(id),
    /** Validated in the domain: an unknown channel has its own error code. */
    channel: z.optional(z.string()),
    assigned_agent_id: z.optional(z.union([z.literal('none'), id], { error: 'must be the id of a member, or none' })),
    waiting: z.optional(z.literal('true')),
  }),
  response: () => listResponse(conversation),
});

export const getConversation = defineEndpoint({
  operationId: 'getConversation',
  method: 'GET',
  path: '/conversations/{id}',
  summary: 'Get a conversation',
  access: 'conversations:read',
  grants: ['table:GetItem', ...reads('conversation')],
  status: 200,
  params: idParams,
  response: () => z.object({ data: conversation }),
});

export const updateConversation = defineEndpoint({
  operationId: 'updateConversation',
  method: 'PATCH',
  path: '/conversations/{id}',
  summary: 'Update a conversation',
  access: 'conversations:write',
  grants: [
    'table:GetItem',
    'table:PutItem',
    'table:UpdateItem',
    ...reads('conversation', 'member'),
    ...writes('contact', 'conversation', 'note'),
  ],
  status: 200,
  params: idParams,
  body: conversationChanges,
  response: () => z.object({ data: conversation }),
});

export const listMessages = defineEndpoint({
  operationId: 'listMessages',
  method: 'GET',
  path: '/conversations/{id}/messages',
  summary: 'List messages of a conversation',
  access: 'messages:read',
  grants: ['table:GetItem', 'table:Query', ...reads('conversation', 'message')],
  status: 200,
  paged: true,
  params: idParams,
  response: () => listResponse(message),
});

export const replyToConversation = defineEndpoint({
  operationId: 'replyToConversation',
  method: 'POST',
  path: '/conversations/{id}/messages',
  summary: 'Reply in a conversation',
  access: 'messages:send',
  grants: sendGrants,
  status: 201,
  errorCodes: [
    'msgapp_not_configured',
    'template_malformed',
    'plan_limit_reached',
    'subscription_lapsed',
    'platform_error',
  ],
  errorHeaders: {
    bad_request: ['X-Newer-Message-Id'],
    platform_error: ['X-Channel-Error-Code', 'X-Message-Id', 'Retry-After'],
  },
  params: idParams,
  body: outgoingReply,
  response: () => z.object({ data: replyResult }),
});
