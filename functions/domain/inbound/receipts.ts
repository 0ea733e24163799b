import type { InboundStatus } from '../../model/inbound.ts';
import { statusAfter } from '../../model/message.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { updateMessageStatus } from '../../table/messages/message-updates.ts';
import { findReportedMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { completeIfDone } from '../broadcasts/complete.ts';
import { markSent } from '../messages/send-outcome.ts';

/**
 * Keeps what the channel reports of a message that we sent. The status only moves forward, yet every new report is
 * kept, for it is an event; one that came before changes nothing. False when there is no such message yet.
 */
export const applyReceipt = (workspaceId: string, receipt: InboundStatus): Promise<boolean> =>
  retryOnConflict(async () => {
    const message = await findReportedMessage(workspaceId, receipt);
    if (!message) return false;
    // Somebody else's ids are none of our messages, whatever they lead to.
    if (message.direction !== 'outbound') return true;
    const sentMessage = message.channel_message_id === null ? await markSentByReceipt(message, receipt) : message;
    return (
      isAlreadyRecorded(sentMessage, receipt) ||
      (await updateMessageStatus(sentMessage, toReceiptFields(sentMessage, receipt))) ||
      'conflict'
    );
  });

/**
 * The first receipt tells what an answer told that was lost: the message is on its way, under this id. Its broadcast may
 * have waited for nobody else.
 */
const markSentByReceipt = async (message: StoredMessage, receipt: InboundStatus): Promise<StoredMessage> => {
  const completed = await markSent(message, receipt.channelMessageId);
  if (message.broadcast) await completeIfDone(message.workspace_id, message.broadcast.broadcast_id);
  return completed;
};

const isAlreadyRecorded = (message: StoredMessage, { status, at }: InboundStatus): boolean =>
  message[`${status}_at`] === at;

const toReceiptFields = ({ status: currentStatus }: StoredMessage, { status, at, error }: InboundStatus) => {
  const nextStatus = statusAfter(currentStatus, status);
  return {
    status: nextStatus,
    last_receipt: { status, at },
    [`${status}_at`]: at,
    ...(nextStatus === 'failed' && status === 'failed' && error ? { error } : {}),
  };
};
