import { ApiError } from '../../model/api-error.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { addLogFields } from '../log.ts';
import { sendMessage } from './send-message.ts';

/** If the channel has reported the closed window late. Idempotent: the receipt has stored the id of the message to send. */
export const sendFallback = async (failed: StoredMessage): Promise<void> => {
  const { fallback, fallback_message_id: id } = failed;
  if (!fallback || id === undefined) return;
  const content = { type: 'template' as const, template: fallback.template };
  const replyToMessageId = failed.reply_to_message_id ?? undefined;
  try {
    const fallbackFor = { messageId: failed.id, conversationId: failed.conversation_id };
    const outgoing = { to: fallback.to, name: undefined, content, replyToMessageId, fallbackFor };
    await sendMessage(failed.workspace_id, id, outgoing);
  } catch (error) {
    // The workspace can no longer send, the template has changed or the contact was erased: a retry would not help.
    if (!(error instanceof ApiError)) throw error;
    addLogFields({ outcome: 'dropped', reason: error.code });
  }
};
