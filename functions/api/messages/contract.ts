import * as z from 'zod/mini';
import { sendResult } from '../../model/message.ts';
import { outgoingMessage } from '../../model/outgoing-message.ts';
import { defineEndpoint } from '../endpoint.ts';

export const sendMessage = defineEndpoint({
  operationId: 'sendMessage',
  method: 'POST',
  path: '/messages',
  summary: 'Sends a message to a phone number and creates its contact and conversation if needed',
  access: 'messages:send',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    'table:PutItem',
    'table:UpdateItem',
    'secret:encryption',
  ],
  status: 201,
  errorCodes: [
    'msgapp_not_configured',
    'template_malformed',
    'plan_limit_reached',
    'subscription_lapsed',
    'platform_error',
  ],
  body: outgoingMessage,
  response: () => z.object({ data: sendResult }),
});
