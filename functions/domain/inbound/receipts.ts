import type { InboundStatus } from '../../model/inbound/inbound.ts';
import { statusAfter } from '../../model/messages/message.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { updateListedStatus, updateReportedMessage } from '../../table/messages/message-status.ts';
import { findReportedMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { completeIfDone } from '../broadcasts/broadcasts.ts';
import { markSent } from '../messages/mark-sent.ts';
import { replyWindowClosedError } from '../messages/reply-window.ts';

/**
 * The status only moves forward, but every new receipt is stored because each triggers an event; a repeated one changes
 * nothing. False when the message is not stored yet.
 */
export const applyReceipt = (workspaceId: string, receipt: InboundStatus): Promise<boolean> =>
  retryOnConflict(async () => {
    const message = await findReportedMessage(workspaceId, receipt);
    if (!message) return false;
    // Receipts are for sent messages: an id that leads to an inbound one is not ours.
    if (message.direction !== 'outbound') return true;
    const sentMessage = message.channel_message_id === null ? await markSentByReceipt(message, receipt) : message;
    const isRecorded = isAlreadyRecorded(sentMessage, receipt);
    const fields = isRecorded ? sentMessage : toReceiptFields(sentMessage, receipt);
    if (!isRecorded && !(await updateReportedMessage(sentMessage, fields))) return 'conflict';
    // Also if it was recorded: by a worker that crashed before it got here, perhaps.
    if (sentMessage.error || fields.status === 'failed') await updateListedStatus({ ...sentMessage, ...fields });
    return true;
  });

/**
 * The response to this send was lost; the receipt proves that the channel accepted it, under this id. It may have been
 * the last open message of its broadcast.
 */
const markSentByReceipt = async (message: StoredMessage, receipt: InboundStatus): Promise<StoredMessage> => {
  const completed = await markSent(message, receipt.channelMessageId);
  if (message.broadcast) await completeIfDone(message.workspace_id, message.broadcast.broadcast_id);
  return completed;
};

const isAlreadyRecorded = (message: StoredMessage, { status, at }: InboundStatus): boolean =>
  message[`${status}_at`] === at;

const toReceiptFields = (message: StoredMessage, { status, at, error }: InboundStatus) => {
  const nextStatus = statusAfter(message.status, status);
  const hasFailedNow = nextStatus === 'failed' && message.status !== 'failed';
  return {
    status: nextStatus,
    last_receipt: { status, at },
    [`${status}_at`]: at,
    ...(status === 'failed' && error ? { error } : {}),
    ...(hasFailedNow && needsFallback(message, error) ? { fallback_message_id: newId() } : {}),
  };
};

/** The check that follows from the id sends it. Not for a template that replaced a text already. */
const needsFallback = ({ fallback, fallback_used }: StoredMessage, error: InboundStatus['error']): boolean =>
  fallback !== undefined && !fallback_used && error?.code === replyWindowClosedError.code;
