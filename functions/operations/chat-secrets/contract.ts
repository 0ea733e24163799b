import * as z from 'zod/mini';
import { chatSecret } from '../../model/web-chat/settings.ts';
import { secretRotation } from '../../model/webhooks/webhook.ts';
import { defineOperation } from '../operation.ts';

/** For signed-in customers. The old secret works for the overlap, too. */
export const createChatSecret = defineOperation({
  method: 'POST',
  path: '/web-chat/secrets',
  status: 201,
  body: secretRotation,
  isBodyOptional: true,
  returnsSecret: 'encryption',
  response: () => z.object({ data: chatSecret }),
  member: { role: 'admin', audit: 'web_chat.secret_created' },
});
