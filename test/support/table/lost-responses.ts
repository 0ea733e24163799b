import type { SQSEvent } from 'aws-lambda';
import { handler } from '../../../functions/consumers/check-message.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import { readCallbackData } from '../../../functions/domain/channels/msgapp/callback-data.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import type { InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import type { QueueJob } from '../../../functions/model/jobs/job.ts';
import type { OutgoingMessage } from '../../../functions/model/messages/outgoing-message.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findReportedMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { callSimulator, type MsgappNumber, type SendingWorkspace } from '../channels/simulator.ts';
import { newPhone } from '../contacts.ts';

/** The ending makes the simulator accept a message and close the connection without a response. */
const lostResponsePhone = '+491515550008';

/** The job that follows from the message as the table's stream shows it when it is stored. */
export const buildCheckJob = (message: StoredMessage): QueueJob => {
  const stored = { ...message, status: 'sending', channel_message_id: null, entity: 'message' };
  const { jobs } = toEffects({ before: undefined, after: stored });
  const [job, ...others] = jobs.filter(({ queue }) => queue === 'checkMessage');
  if (!job || others.length > 0) throw new Error('A stored send must schedule exactly one check.');
  return job;
};

/** Runs the consumer on one batch of these jobs, at the time when their delay is over. Throws if one fails. */
export const runChecks = async (...jobs: QueueJob[]): Promise<void> => {
  const records = jobs.map(({ body }, index) => ({
    messageId: String(index),
    body: JSON.stringify(body),
    attributes: { ApproximateReceiveCount: '1' },
  }));
  const { batchItemFailures } = await handler({ Records: records } as unknown as SQSEvent);
  if (batchItemFailures.length > 0) throw new Error(`${batchItemFailures.length} checks failed.`);
};

export interface SentByChannel {
  channelMessageId: string;
  message: StoredMessage;
}

export const buildText = (to: string, fields: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  to,
  name: undefined,
  content: { type: 'text', text: 'Hi' },
  replyToMessageId: undefined,
  ...fields,
});

/** Sends in this process what the channel accepts and reports on only when the test says so. */
export const sendAccepted = async (
  { id }: SendingWorkspace,
  fields: Partial<OutgoingMessage> = {},
): Promise<SentByChannel> => {
  const message = await sendMessage(id, newId(), buildText(newPhone(), fields));
  if (message.status !== 'sent') throw new Error(`The message is ${message.status}.`);
  return { channelMessageId: String(message.channel_message_id), message };
};

/** Sends a message whose response is lost; the channel reports on it only when the test says so. */
export const loseResponse = async (
  { id, number }: SendingWorkspace,
  fields: Partial<OutgoingMessage> = {},
): Promise<SentByChannel> => {
  const { channel_message_id } = await sendMessage(id, newId(), buildText(lostResponsePhone, fields));
  if (channel_message_id !== null) throw new Error('The response to the send was not lost.');
  return findLastSent(id, number);
};

/** The last message that the channel accepted from this number, and what the table knows of it. */
export const findLastSent = async (workspaceId: string, number: MsgappNumber): Promise<SentByChannel> => {
  const path = `/sent?ids=true&account_id=${number.id}`;
  const { data, ids } = await callSimulator<{ data: Record<string, string>[]; ids: string[] }>('GET', path);
  const [channelMessageId = '', ourIds] = [ids.at(-1), readCallbackData(data.at(-1)?.['biz_opaque_callback_data'])];
  const message = await findReportedMessage(workspaceId, { channel: 'msgapp', channelMessageId, ...ourIds });
  if (!message) throw new Error('The channel has accepted no message that the table knows.');
  return { channelMessageId, message };
};

export const buildReceipt = (
  { number }: SendingWorkspace,
  { channelMessageId, message }: SentByChannel,
  status: InboundStatus['status'] = 'delivered',
): InboundStatus => ({
  kind: 'status',
  channel: 'msgapp',
  accountId: number.id,
  channelMessageId,
  status,
  at: isoTime(Date.now()),
  ourConversationId: message.conversation_id,
  ourMessageId: message.id,
  error: null,
});
