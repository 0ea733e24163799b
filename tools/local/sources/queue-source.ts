import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSMessageAttribute, SQSRecord } from 'aws-lambda';
import type { HostedFunction } from '../lambda/function-host.ts';
import { region } from '../template/resource-identity.ts';
import { type EventSourceMapping, failedItems } from './event-source-mapping.ts';
import { matchesAny } from './filter.ts';

export interface EventSource {
  stop: () => Promise<void>;
}

interface QueueSource {
  mapping: EventSourceMapping;
  client: SQSClient;
  queueUrl: string;
  hosted: HostedFunction;
  signal: AbortSignal;
}

const stopGraceMs = 1500;

export const startQueueSource = (source: Omit<QueueSource, 'signal'>): EventSource => {
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();
  const reading = readQueue({ ...source, signal: stopping.signal }, inFlight);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.all([reading, ...inFlight]), delay(stopGraceMs, undefined, { ref: false })]);
    },
  };
};

/** All batches share one thread; with more, their own requests time out. */
const batchesMax = 30;

const readQueue = async (source: QueueSource, inFlight: Set<Promise<void>>): Promise<void> => {
  while (!source.signal.aborted) {
    if (inFlight.size >= Math.min(source.mapping.concurrencyMax, batchesMax)) {
      await Promise.race(inFlight);
      continue;
    }
    const messages = await receiveBatch(source);
    if (messages.length === 0) continue;
    const work = handleBatch(source, messages)
      .catch((error) => source.hosted.logError(`A batch from ${source.queueUrl} stays in the queue: ${error}`))
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
  }
};

/** Used within a batching window, where a long poll could not end in time. */
const windowPollMs = 100;

const receiveBatch = async (source: QueueSource): Promise<Message[]> => {
  const { batchSizeMax, batchingWindowMs } = source.mapping;
  const batch = await receive(source, Math.min(batchSizeMax, 10), 20);
  const deadline = Date.now() + batchingWindowMs;
  while (batch.length > 0 && batch.length < batchSizeMax && Date.now() < deadline && !source.signal.aborted) {
    const more = await receive(source, Math.min(batchSizeMax - batch.length, 10), 0);
    batch.push(...more);
    if (more.length === 0) await delay(windowPollMs);
  }
  return batch;
};

const receive = async (source: QueueSource, countMax: number, waitSeconds: number): Promise<Message[]> => {
  const command = new ReceiveMessageCommand({
    QueueUrl: source.queueUrl,
    MaxNumberOfMessages: countMax,
    WaitTimeSeconds: waitSeconds,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  try {
    const { Messages = [] } = await source.client.send(command, { abortSignal: source.signal });
    return Messages;
  } catch (error) {
    if (source.signal.aborted) return [];
    source.hosted.logError(`Could not read ${source.queueUrl}: ${error}`);
    await delay(1000);
    return [];
  }
};

/** Failed messages stay in the queue and return after their visibility timeout. */
const handleBatch = async (source: QueueSource, messages: Message[]): Promise<void> => {
  const { mapping, hosted } = source;
  const matching = messages.filter((message) => matchesAny(mapping.patterns, toFilterInput(message)));
  await deleteMessages(
    source,
    messages.filter((message) => !matching.includes(message)),
  );
  if (matching.length === 0) return;
  const event = { Records: matching.map((message) => toQueueRecord(message, mapping.sourceArn)) };
  const outcome = await hosted.invoke(JSON.stringify(event));
  const ids = matching.map(({ MessageId = '' }) => MessageId);
  const failed = failedItems(outcome, ids, mapping.reportsItemFailures);
  await deleteMessages(
    source,
    matching.filter(({ MessageId = '' }) => !failed.includes(MessageId)),
  );
};

const deleteMessages = async ({ client, queueUrl }: QueueSource, messages: Message[]): Promise<void> => {
  for (let start = 0; start < messages.length; start += 10) {
    const entries = messages
      .slice(start, start + 10)
      .map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
  }
};

const toQueueRecord = (message: Message, queueArn: string): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
    ...message.Attributes,
  },
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => [name, toMessageAttribute(attribute)]),
  ),
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
});

const toFilterInput = (message: Message): unknown => ({
  ...toQueueRecord(message, ''),
  body: parseJsonOrText(message.Body),
});

const toMessageAttribute = ({
  DataType = 'String',
  StringValue,
  BinaryValue,
}: MessageAttributeValue): SQSMessageAttribute => ({
  ...(StringValue === undefined ? {} : { stringValue: StringValue }),
  ...(BinaryValue === undefined ? {} : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
  stringListValues: [],
  binaryListValues: [],
  dataType: DataType,
});

const parseJsonOrText = (text = ''): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
