import * as z from 'zod/mini';
import { reads } from '../../model/grant.ts';
import { failedMessage, failedMessageQuery } from '../../model/messages/failed-message.ts';
import { sendResult } from '../../model/messages/message.ts';
import { outgoingMessage } from '../../model/messages/outgoing-message.ts';
import { sendGrants } from '../../model/messages/send-grants.ts';
import { listResponse } from '../../model/page.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listFailedMessages = defineEndpoint({
  operationId: 'listFailedMessages',
  method: 'GET',
  path: '/messages',
  summary: 'List failed messages',
  access: 'messages:read',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'index:failedMessage',
    ...reads('contact', 'conversation', 'message'),
  ],
  status: 200,
  paged: true,
  query: failedMessageQuery,
  response: () => listResponse(failedMessage),
});

export const sendMessage = defineEndpoint({
  operationId: 'sendMessage',
  method: 'POST',
  path: '/messages',
  summary: 'Send a message',
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
  errorHeaders: { platform_error: ['X-Channel-Error-Code', 'X-Message-Id', 'Retry-After'] },
  body: outgoingMessage,
  response: () => z.object({ data: sendResult }),
});
