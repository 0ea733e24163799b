import {
  type BatchResultErrorEntry,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { env } from './env.ts';
import { requestIdAttribute, requestIdField } from './log/invocation-trace.ts';
import { pack } from './pack.ts';
import { retry } from './retry.ts';
import { settleAll } from './settle-all.ts';

const sqs = new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
});

export interface QueueMessage {
  queue: string;
  body: unknown;
  /** SQS fair queues keep a group with many messages from delaying the others. */
  group?: string;
  delaySeconds?: number;
  /** The id of the request that caused the message, if it is not the one that is running. */
  requestId?: string | undefined;
}

/**
 * Messages are sent at least once. One that cannot be sent does not keep the others from being sent; then the call
 * fails, and retrying is safe.
 */
export const sendMessages = async (messages: readonly QueueMessage[]): Promise<void> => {
  const byQueue = Map.groupBy(messages, ({ queue }) => queue);
  const batches = [...byQueue].flatMap(([queue, queued]) => toBatches(queued).map((batch) => ({ queue, batch })));
  await settleAll(batches.map(({ queue, batch }) => sendBatch(queue, batch)));
};

type BatchEntry = Omit<SendMessageBatchRequestEntry, 'Id'> & { MessageBody: string };

const batchSizeMax = 10;
/** SQS accepts 1 MiB per batch; the rest is room for attributes. */
const batchBytesMax = 1_000_000;
const backoff = { attemptsMax: 5, baseMs: 50 };

const toBatches = (messages: readonly QueueMessage[]): BatchEntry[][] =>
  pack(messages.map(toEntry), {
    countMax: batchSizeMax,
    bytesMax: batchBytesMax,
    measure: ({ MessageBody }) => Buffer.byteLength(MessageBody),
  });

/** SQS rejects U+FFFE and U+FFFF, and some emulators lone surrogates. JSON can escape all of them. */
const unsafeCharacters = /[\ud800-\udfff\ufffe\uffff]/g;

const toEntry = ({ body, group, delaySeconds, requestId = requestIdField().request_id }: QueueMessage): BatchEntry => ({
  MessageBody: JSON.stringify(body).replaceAll(unsafeCharacters, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`),
  ...(group === undefined ? {} : { MessageGroupId: group }),
  ...(delaySeconds === undefined ? {} : { DelaySeconds: delaySeconds }),
  ...(requestId === undefined
    ? {}
    : { MessageAttributes: { [requestIdAttribute]: { DataType: 'String', StringValue: requestId } } }),
});

/** SQS may accept part of a batch; the rest is retried, except for messages that are themselves at fault. */
const sendBatch = (queue: string, batch: BatchEntry[]): Promise<true> => {
  let remaining = batch;
  let failed: BatchResultErrorEntry[] = [];
  const rejected: BatchResultErrorEntry[] = [];
  const toError = () => {
    const errors = [...rejected, ...failed];
    return new Error(`The queue ${queue} rejected ${errors.length} messages: ${errors[0]?.Code} ${errors[0]?.Message}`);
  };
  return retry(
    backoff,
    async () => {
      const errors = await trySendBatch(queue, remaining);
      rejected.push(...errors.filter(({ SenderFault }) => SenderFault));
      failed = errors.filter(({ SenderFault }) => !SenderFault);
      const failedIds = failed.map(({ Id }) => Id);
      remaining = remaining.filter((_, index) => failedIds.includes(String(index)));
      if (remaining.length > 0) return undefined;
      if (rejected.length > 0) throw toError();
      return true;
    },
    toError,
  );
};

const trySendBatch = async (queue: string, batch: BatchEntry[]): Promise<BatchResultErrorEntry[]> => {
  const { Failed: failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: env.queueUrl(queue),
      Entries: batch.map((entry, index) => ({ Id: String(index), ...entry })),
    }),
  );
  return failed;
};
