import * as z from 'zod/mini';
import { calls, reads } from '../../model/grant.ts';
import { sendErrorCodes } from '../../model/messages/error.ts';
import {
  failedMessage,
  failedMessageQuery,
  shownFailedMessage,
  shownMessage,
  shownMessageQuery,
} from '../../model/messages/listed-message.ts';
import { sendResult } from '../../model/messages/message.ts';
import { outgoingMessage } from '../../model/messages/outgoing-message.ts';
import { sendGrants } from '../../model/messages/send-grants.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listFailedMessages = defineOperation({
  method: 'GET',
  path: '/messages',
  paged: true,
  query: failedMessageQuery,
  response: () => listResponse(failedMessage),
  key: {
    access: 'messages:read',
    grants: [
      ...calls('GetItem', 'BatchGetItem'),
      'index:failedMessage',
      ...reads('contact', 'conversation', 'message'),
    ],
  },
  member: { role: 'agent' },
});

/** What members and keys sent in 30 days, without broadcasts, which list their own. */
export const listSentMessages = defineOperation({
  method: 'GET',
  path: '/messages/sent',
  paged: true,
  query: shownMessageQuery,
  response: () => listResponse(shownMessage),
  member: { role: 'agent' },
});

export const sendMessage = defineOperation({
  method: 'POST',
  path: '/messages',
  status: 201,
  body: outgoingMessage,
  response: () => z.object({ data: sendResult }),
  key: {
    access: 'messages:send',
    grants: sendGrants,
    errorCodes: sendErrorCodes,
    errorHeaders: { platform_error: ['X-Channel-Error-Code', 'X-Message-Id', 'Retry-After'] },
  },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  listFailedMessages: { query: shownMessageQuery, response: () => listResponse(shownFailedMessage) },
};
