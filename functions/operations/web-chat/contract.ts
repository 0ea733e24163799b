import * as z from 'zod/mini';
import { chatSecret, webChat, webChatChanges } from '../../model/web-chat/settings.ts';
import { secretRotation } from '../../model/webhooks/webhook.ts';
import { defineOperation } from '../operation.ts';

const webChatResponse = () => z.object({ data: webChat });

export const getWebChat = defineOperation({
  method: 'GET',
  path: '/web-chat',
  status: 200,
  response: webChatResponse,
  member: { role: 'agent' },
});

/** Switching it on for the first time creates its site and connects the channel. */
export const updateWebChat = defineOperation({
  method: 'PATCH',
  path: '/web-chat',
  status: 200,
  body: webChatChanges,
  response: webChatResponse,
  member: { role: 'admin', audit: 'web_chat.changed' },
});

/** For signed-in customers. The old secret works for the overlap, too. */
export const createChatSecret = defineOperation({
  method: 'POST',
  path: '/web-chat/secrets',
  status: 201,
  body: secretRotation,
  isBodyOptional: true,
  returnsSecret: 'channelEncryption',
  response: () => z.object({ data: chatSecret }),
  member: { role: 'admin', audit: 'web_chat.secret_created' },
});
