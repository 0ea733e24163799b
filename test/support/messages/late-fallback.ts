import { toEffects } from '../../../functions/domain/changes.ts';
import { replyWindowClosedError } from '../../../functions/domain/messages/reply-window.ts';
import type { InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import type { QueueJob } from '../../../functions/model/jobs/job.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import type { SendingWorkspace } from '../channels/simulator.ts';
import { buildReceipt, type SentByChannel } from '../table/lost-responses.ts';

/** The channel reports a message that it has accepted as outside the window. */
export const buildWindowReceipt = (sender: SendingWorkspace, sent: SentByChannel, laterMs = 0): InboundStatus => ({
  ...buildReceipt(sender, sent, 'failed'),
  at: isoTime(Date.now() + laterMs),
  error: replyWindowClosedError,
});

/** Fails the message as the report does, but like one of a broadcast and without a receipt: the running service must not see it. */
export const failOutsideWindow = async ({ conversation_id, id }: StoredMessage): Promise<string> => {
  const fallbackId = newId();
  await updateIf({
    Key: keys.message(conversation_id, id),
    ...assign({ status: 'failed', sender_type: 'bot', fallback_message_id: fallbackId }),
  });
  return fallbackId;
};

/** The jobs that follow from the change of a message as the table's stream shows it. */
export const listFallbackJobs = (before: StoredMessage, after: StoredMessage): QueueJob[] => {
  const [oldItem, newItem] = [before, after].map((message) => ({ ...message, entity: 'message' }));
  return toEffects({ before: oldItem, after: newItem }).jobs;
};
