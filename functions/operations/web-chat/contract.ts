import * as z from 'zod/mini';
import { webChat, webChatChanges } from '../../model/web-chat/settings.ts';
import { defineOperation } from '../operation.ts';

const webChatResponse = () => z.object({ data: webChat });

export const getWebChat = defineOperation({
  method: 'GET',
  path: '/web-chat',
  response: webChatResponse,
  member: { role: 'agent' },
});

/** Switching it on for the first time creates its site and connects the channel. */
export const updateWebChat = defineOperation({
  method: 'PATCH',
  path: '/web-chat',
  body: webChatChanges,
  response: webChatResponse,
  member: { role: 'admin', audit: 'web_chat.changed' },
});
