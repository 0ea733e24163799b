import * as z from 'zod/mini';
import { sendResult } from '../../model/messages/message.ts';
import { outgoingMessage } from '../../model/messages/outgoing-message.ts';
import { sendGrants } from '../../model/messages/send-grants.ts';
import { defineEndpoint } from '../endpoint.ts';

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
