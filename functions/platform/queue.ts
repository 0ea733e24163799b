import { setTimeout as wait } from 'node:timers/promises';
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import type { QueueName } from '../model/queue.ts';
import { env } from './env.ts';

/** The same limits as those of the table's client. */
const sqs = new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

export interface QueueMessage {
  /** Those who follow the table's stream have a queue besides for changes that they cannot read: `givenUp`. */
  queue: QueueName | 'givenUp';
  body: unknown;
  /** Whose message it is: the queue keeps one who sends many from holding up the others. */
  group?: string;
  /** At most 900. */
  delaySeconds?: number;
}

/** Sends all messages or throws; then some may have been sent, and sending them again is right. */
export const sendMessages = async (messages: readonly QueueMessage[]): Promise<void> => {
  const byQueue = Map.groupBy(messages, ({ queue }) => queue);
  const batches = [...byQueue].flatMap(([queue, all]) => batchesOf(all).map((batch) => ({ queue, batch })));
  await Promise.all(batches.map(({ queue, batch }) => sendBatch(queue, batch)));
};

type Entry = Omit<SendMessageBatchRequestEntry, 'Id'> & { MessageBody: string };

const batchSizeMax = 10;
/** The queue takes 1 MiB at a time, a little of which is left for what surrounds the bodies. */
const batchBytesMax = 1_000_000;
const attemptsMax = 5;

const batchesOf = (messages: readonly QueueMessage[]): Entry[][] => {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of messages.map(entryOf)) {
    const size = Buffer.byteLength(entry.MessageBody);
    const open = batches.at(-1);
    if (open && open.length < batchSizeMax && bytes + size <= batchBytesMax) {
      open.push(entry);
      bytes += size;
    } else {
      batches.push([entry]);
      bytes = size;
    }
  }
  return batches;
};

/** SQS refuses the last two of these, and some of its stand-ins halves of surrogate pairs. JSON can escape all of them. */
const refused = /[\ud800-\udfff\ufffe\uffff]/g;

const entryOf = ({ body, group, delaySeconds }: QueueMessage): Entry => ({
  MessageBody: JSON.stringify(body).replaceAll(refused, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`),
  ...(group === undefined ? {} : { MessageGroupId: group }),
  ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
});

/** The queue may take some messages of a batch and leave others, which are sent again after a jittered wait. */
const sendBatch = async (queue: QueueMessage['queue'], batch: Entry[], attempt = 1): Promise<void> => {
  const { Failed: failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: env.queueUrl(queue),
      Entries: batch.map((entry, place) => ({ Id: String(place), ...entry })),
    }),
  );
  if (failed.length === 0) return;
  if (attempt === attemptsMax || failed.some(({ SenderFault }) => SenderFault)) {
    throw new Error(`The queue ${queue} refused ${failed.length} messages: ${failed[0]?.Code} ${failed[0]?.Message}`);
  }
  await wait(Math.random() * 50 * 2 ** attempt);
  const places = failed.map(({ Id }) => Id);
  return sendBatch(
    queue,
    batch.filter((_, place) => places.includes(String(place))),
    attempt + 1,
  );
};
