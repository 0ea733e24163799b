import type { InboundItem, InboundNotice, InboundStatus } from '../../model/inbound/inbound.ts';
import type { InboundJob } from '../../model/jobs/messages.ts';
import { statusAfter } from '../../model/messages/message.ts';
import { newId } from '../../platform/ids.ts';
import { redactPhoneNumbers } from '../../platform/log/log.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { type AccountPointer, findAccountPointer } from '../../table/channels/accounts.ts';
import { updateListedStatus, updateReportedMessage } from '../../table/messages/message-status.ts';
import { findReportedMessage, type StoredMessage } from '../../table/messages/messages.ts';
import { completeIfDone } from '../broadcasts/broadcasts.ts';
import { noteReportedFailure, noteWebhook } from '../channels/health.ts';
import { addLogFields } from '../log.ts';
import { markSent } from '../messages/mark-sent.ts';
import { replyWindowClosedError } from '../messages/reply-window.ts';
import { resumeWait } from '../messages/resume-wait.ts';
import { applyDeletion, applyEdit } from './edits-and-deletions.ts';
import { applyNotice } from './notices.ts';
import { dropInbound, postponeInbound } from './queue.ts';
import { applyNumberChange } from './sender.ts';
import { storeMessage } from './store-message.ts';

/** Idempotent: items arrive at least once and in any order. */
export const processInbound = async (job: InboundJob): Promise<void> => {
  const { channel, accountId, kind } = job.item;
  addLogFields({ channel, kind, account_id: accountId });
  if (isNotice(job.item)) return (await applyNotice(job.item)) ? undefined : postponeInbound(job);
  const pointer = await findAccountPointer(channel, accountId);
  if (!pointer) return dropInbound('no workspace has connected this account');
  addLogFields({ workspace_id: pointer.workspaceId });
  if (!(await applyItem(pointer, job.item, job.receivedAt))) await postponeInbound(job);
  if (job.postponements === 0) await noteWebhook(channel, accountId, pointer);
};

const isNotice = (item: InboundItem): item is InboundNotice =>
  item.kind === 'template_notice' || item.kind === 'number_notice' || item.kind === 'account_notice';

const applyItem = async (
  { workspaceId, answersAway }: AccountPointer,
  item: Exclude<InboundItem, InboundNotice>,
  receivedAt: string | undefined,
): Promise<boolean> => {
  switch (item.kind) {
    case 'message':
      return storeMessage(workspaceId, item, { receivedAt, answersAway });
    case 'status':
      if (item.status === 'failed') await noteReportedFailure(workspaceId, item);
      return applyReceipt(workspaceId, item);
    case 'deleted':
      return applyDeletion(workspaceId, item);
    case 'edited':
      return applyEdit(workspaceId, item);
    case 'number_changed':
      return applyNumberChange(workspaceId, item);
    case 'account_error':
      addLogFields({ channel_code: item.error.code, channel_error: redactPhoneNumbers(item.error.message) });
      return true;
  }
};

/**
 * The status only moves forward, but every new receipt is stored because each triggers an event; a repeated one changes
 * nothing. False when the message is not stored yet.
 */
const applyReceipt = (workspaceId: string, receipt: InboundStatus): Promise<boolean> =>
  retryOnConflict(async () => {
    const message = await findReportedMessage(workspaceId, receipt);
    if (!message) return false;
    // Receipts are for sent messages: an id that leads to an inbound one is not ours.
    if (message.direction !== 'outbound') return true;
    const sentMessage = message.channel_message_id === null ? await markSentByReceipt(message, receipt) : message;
    const isRecorded = isAlreadyRecorded(sentMessage, receipt);
    const fields = isRecorded ? sentMessage : toReceiptFields(sentMessage, receipt);
    if (!isRecorded && !(await updateReportedMessage(sentMessage, fields))) return 'conflict';
    // This repeats for a recorded receipt, because the worker that recorded it may have crashed before it got here.
    if (sentMessage.error || fields.status === 'failed') await showFailure({ ...sentMessage, ...fields });
    return true;
  });

/** One that failed, or arrived after all. A fallback is an answer, too. */
const showFailure = async (message: StoredMessage): Promise<void> => {
  await updateListedStatus(message);
  if (message.is_reply && message.fallback_message_id === undefined) await resumeWait(message);
};

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
