import { GetQueueAttributesCommand, type QueueAttributeName, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { AdminError } from './admin-error.ts';
import { listResources } from './stacks.ts';

export interface QueueWithDeadLetters {
  name: string;
  /** Missing for discarded stream records: they come from the table's stream, not from a queue. */
  url: string | undefined;
  deadLettersUrl: string;
}

export interface QueueCounts {
  waiting: number;
  in_flight: number;
  delayed: number;
}

const workQueueId = /^(\w+)Queue[0-9A-F]{8}$/;
const deadLetterQueueId = /^(\w+)QueueDeadLetters[0-9A-F]{8}$|^(discardedChanges)[0-9A-F]{8}$/;

/** The queues of the connected environment or of a stack. */
export const findQueues = async (stackName?: string): Promise<QueueWithDeadLetters[]> =>
  pairWithDeadLetters(await (stackName === undefined ? findQueueUrls() : listStackQueueUrls(stackName)));

export const pairWithDeadLetters = (urls: Readonly<Record<string, string>>): QueueWithDeadLetters[] => {
  const findByPattern = (pattern: RegExp) =>
    Object.entries(urls).flatMap(([id, url]) => {
      const [matched, ...names] = pattern.exec(id) ?? [];
      return matched === undefined ? [] : [[names.find((name) => name !== undefined) ?? matched, url] as const];
    });
  const workUrls = new Map(findByPattern(workQueueId));
  return findByPattern(deadLetterQueueId).map(([name, deadLettersUrl]) => ({
    name,
    url: workUrls.get(name),
    deadLettersUrl,
  }));
};

/** Approximate, as SQS counts them. */
export const countMessages = async (client: SQSClient, url: string): Promise<QueueCounts> => {
  const AttributeNames: QueueAttributeName[] = [
    'ApproximateNumberOfMessages',
    'ApproximateNumberOfMessagesNotVisible',
    'ApproximateNumberOfMessagesDelayed',
  ];
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames }));
  const [waiting = 0, in_flight = 0, delayed = 0] = AttributeNames.map((name) => Number(Attributes?.[name] ?? 0));
  return { waiting, in_flight, delayed };
};

/** Calls the endpoint of the environment; the host in the URL of a queue is AWS's own, also in an emulation. */
export const createSqsClient = (): SQSClient => new SQSClient({ useQueueUrlAsEndpoint: false });

const findQueueUrls = async (): Promise<Record<string, string>> => {
  const localUrls = process.env['QUEUE_URLS'];
  return localUrls ? readQueueUrls(localUrls) : listStackQueueUrls(process.env['QUEUE_STACK']);
};

const readQueueUrls = (json: string): Record<string, string> => {
  const urls = z.record(z.string(), z.string()).parse(JSON.parse(json));
  if (Object.keys(urls).length > 0) return urls;
  throw new AdminError('no_queues', 'The local service does not list its queues; stop it and start it again.');
};

const listStackQueueUrls = async (stackName = ''): Promise<Record<string, string>> => {
  const queues = (await listResources(stackName)).filter(({ type }) => type === 'AWS::SQS::Queue');
  return Object.fromEntries(queues.map(({ id, physicalId }) => [id, physicalId]));
};
