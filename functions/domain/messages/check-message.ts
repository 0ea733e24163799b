import type { MessageCheckJob } from '../../model/jobs.ts';
import { outcomeUnknown } from '../../model/messages/error.ts';
import { findMessage } from '../../table/messages/messages.ts';
import { addLogFields } from '../log.ts';
import { sendFallback } from './send-fallback.ts';
import { markFailed } from './send-outcome.ts';

/**
 * Fails and refunds a single send that is still `sending`: its response was lost, or the function crashed before it
 * recorded the outcome. It is not sent again, because it may have been delivered. A fallback template that is due is
 * sent here too, which needs no queue of its own.
 */
export const checkMessage = async ({ workspaceId, conversationId, messageId }: MessageCheckJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId, sent_message_id: messageId });
  const message = await findMessage(conversationId, messageId);
  if (message?.status === 'failed') return sendFallback(message);
  if (message?.status !== 'sending') return;
  const checked = await markFailed(message, outcomeUnknown);
  if (checked.status === 'sending') throw new Error(`The quota of message ${messageId} cannot be refunded.`);
};
