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
    const messages = await receive(source);
    if (messages.length === 0) continue;
    const work = handleBatch(source, messages)
      .catch((error) => source.hosted.logError(`A batch from ${source.queueUrl} stays in the queue: ${error}`))
      .finally(() => inFlight.delete(work));
    inFlight.add(work);
  }
};

const receive = async (source: QueueSource): Promise<Message[]> => {
  const command = new ReceiveMessageCommand({
    QueueUrl: source.queueUrl,
    MaxNumberOfMessages: Math.min(source.mapping.batchSizeMax, 10),
    WaitTimeSeconds: 20,
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
const handleBatch = async ({ mapping, hosted, client, queueUrl }: QueueSource, messages: Message[]): Promise<void> => {
  const event = { Records: messages.map((message) => toQueueRecord(message, mapping.sourceArn)) };
  const outcome = await hosted.invoke(JSON.stringify(event));
  const ids = messages.map(({ MessageId = '' }) => MessageId);
  const failed = failedItems(outcome, ids, mapping.reportsItemFailures);
  const entries = messages
    .filter(({ MessageId = '' }) => !failed.includes(MessageId))
    .map(({ ReceiptHandle }, index) => ({ Id: `${index}`, ReceiptHandle }));
  if (entries.length > 0) await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
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
