import { ApiError } from '../../model/api-error.ts';
import type { MessageCheckJob } from '../../model/jobs/messages.ts';
import { outcomeUnknown } from '../../model/messages/error.ts';
import type { ReplySender } from '../../model/messages/outgoing-message.ts';
import { updateListedStatus } from '../../table/messages/message-status.ts';
import { findMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { addLogFields } from '../log.ts';
import { markSent } from './mark-sent.ts';
import { sendAwayMessage } from './send-away-message.ts';
import { sendMessage } from './send-message.ts';
import { markFailed } from './send-outcome.ts';

/**
 * Fails and refunds a single send that is still `sending`: its response was lost, or the function crashed before it
 * recorded the outcome. It is not sent again, because it may have been delivered. A fallback template that is due is
 * sent here too, as is an away message, which needs no queue of its own.
 */
export const checkMessage = async ({ workspaceId, conversationId, messageId }: MessageCheckJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId, sent_message_id: messageId });
  const message = await findMessage(conversationId, messageId);
  if (message?.direction === 'inbound') return sendAwayMessage(message);
  if (message?.status === 'failed') {
    // A worker may have crashed between the two writes.
    if (message.channel_message_id === null) await updateListedStatus(message);
    return sendFallback(message);
  }
  if (message?.status !== 'sending') return;
  // No channel was called, so nothing is unknown: what is missing is written now.
  if (message.channel === 'web') return void (await markSent(message, message.id));
  const checked = await markFailed(message, outcomeUnknown);
  if (checked.status === 'failed') await updateListedStatus(checked);
  if (checked.status === 'sending') throw new Error(`The quota of message ${messageId} cannot be refunded.`);
};

/**
 * If the channel has reported the closed window late. Idempotent: the receipt has stored the id of the message to send.
 */
const sendFallback = async (failed: StoredMessage): Promise<void> => {
  const { fallback, fallback_message_id: id } = failed;
  if (!fallback || id === undefined) return;
  const content = { type: 'template' as const, template: fallback.template };
  const replyToMessageId = failed.reply_to_message_id ?? undefined;
  try {
    const fallbackFor = { messageId: failed.id, conversationId: failed.conversation_id };
    const reply = failed.is_reply && { reply: { conversationId: failed.conversation_id, sender: toSender(failed) } };
    const outgoing = { to: fallback.to, name: undefined, content, replyToMessageId, fallbackFor, ...reply };
    await sendMessage(failed.workspace_id, id, outgoing);
  } catch (error) {
    // The workspace can no longer send, the template has changed or the contact was erased: a retry would not help.
    if (!(error instanceof ApiError)) throw error;
    addLogFields({ outcome: 'dropped', reason: error.code });
  }
};

const toSender = ({ sent_by_member_id: userId }: StoredMessage): ReplySender =>
  userId === undefined ? { type: 'key' } : { type: 'member', userId };
