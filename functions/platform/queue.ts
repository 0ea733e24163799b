import { setTimeout as wait } from 'node:timers/promises';
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import { env } from './env.ts';

/** The same limits as those of the table's client. */
const sqs = new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

export interface QueueMessage {
  queue: string;
  body: unknown;
  /** Whose message it is: the queue keeps one who sends many from holding up the others. */
  group?: string;
  /** At most 900. */
  delaySeconds?: number;
}

/** Sends all messages or throws; then some may have been sent, and sending them again is right. */
export const sendMessages = async (jobs: readonly QueueMessage[]): Promise<void> => {
  const byQueue = Map.groupBy(jobs, ({ queue }) => queue);
  const batches = [...byQueue].flatMap(([queue, queueJobs]) => toBatches(queueJobs).map((batch) => ({ queue, batch })));
  await Promise.all(batches.map(({ queue, batch }) => sendBatch(queue, batch)));
};

type BatchEntry = Omit<SendMessageBatchRequestEntry, 'Id'> & { MessageBody: string };

const batchSizeMax = 10;
/** The queue takes 1 MiB at a time, a little of which is left for what surrounds the bodies. */
const batchBytesMax = 1_000_000;
const attemptsMax = 5;

const toBatches = (jobs: readonly QueueMessage[]): BatchEntry[][] => {
  const batches: BatchEntry[][] = [];
  let bytes = 0;
  for (const entry of jobs.map(toEntry)) {
    const size = Buffer.byteLength(entry.MessageBody);
    const currentBatch = batches.at(-1);
    if (currentBatch && currentBatch.length < batchSizeMax && bytes + size <= batchBytesMax) {
      currentBatch.push(entry);
      bytes += size;
    } else {
      batches.push([entry]);
      bytes = size;
    }
  }
  return batches;
};

/** SQS refuses the last two of these, and some of its stand-ins halves of surrogate pairs. JSON can escape all of them. */
const unsafeCharacters = /[\ud800-\udfff\ufffe\uffff]/g;

const toEntry = ({ body, group, delaySeconds }: QueueMessage): BatchEntry => ({
  MessageBody: JSON.stringify(body).replaceAll(unsafeCharacters, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`),
  ...(group === undefined ? {} : { MessageGroupId: group }),
  ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
});

/** The queue may take some messages of a batch and leave others, which are sent again after a jittered wait. */
const sendBatch = async (queue: string, batch: BatchEntry[], attempt = 1): Promise<void> => {
  const { Failed: failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: env.queueUrl(queue),
      Entries: batch.map((entry, index) => ({ Id: String(index), ...entry })),
    }),
  );
  if (failed.length === 0) return;
  if (attempt === attemptsMax || failed.some(({ SenderFault }) => SenderFault)) {
    throw new Error(`The queue ${queue} refused ${failed.length} messages: ${failed[0]?.Code} ${failed[0]?.Message}`);
  }
  await wait(Math.random() * 50 * 2 ** attempt);
  const failedIds = failed.map(({ Id }) => Id);
  return sendBatch(
    queue,
    batch.filter((_, index) => failedIds.includes(String(index))),
    attempt + 1,
  );
};
