import { GetQueueAttributesCommand, type QueueAttributeName, SQSClient } from '@aws-sdk/client-sqs';
import { Problem } from './problem.ts';

/** A queue of the environment, and where that lies which could not be dealt with. */
export interface QueueWithDeadLetters {
  name: string;
  /** Missing for the table's stream, which has changes given up but no queue. */
  url: string | undefined;
  deadLettersUrl: string;
}

export interface QueueCounts {
  waiting: number;
  in_flight: number;
  delayed: number;
}

/** The environment's logical ids tell what each queue is: its name in the tree of constructs, and a hash. */
const workQueueId = /^(\w+)Queue[0-9A-F]{8}$/;
const deadLetterQueueId = /^(\w+)QueueDeadLetters[0-9A-F]{8}$|^(discardedChanges)[0-9A-F]{8}$/;

/** All queues of the environment that the command is connected to. */
export const findQueues = async (): Promise<QueueWithDeadLetters[]> => pairWithDeadLetters(await findQueueUrls());

/** Joins each queue, given by logical id and URL, with the queue of its dead letters. */
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

/** As SQS knows them, which is not to the last message. */
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

export const createSqsClient = (): SQSClient => new SQSClient();

/** The local service wrote them down; CloudFormation has to be asked, and only by those who need to know. */
const findQueueUrls = async (): Promise<Record<string, string>> => {
  const localUrls = process.env['QUEUE_URLS'];
  return localUrls ? toQueueUrls(JSON.parse(localUrls)) : listStackQueueUrls(process.env['QUEUE_STACK']);
};

const toQueueUrls = (urls: unknown): Record<string, string> => {
  const entries = Object.entries(Object(urls)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (entries.length > 0) return Object.fromEntries(entries);
  throw new Problem('no_queues', 'The local service does not name its queues; stop it and start it again.');
};

const listStackQueueUrls = async (StackName: string | undefined): Promise<Record<string, string>> => {
  const { CloudFormationClient, paginateListStackResources } = await import('@aws-sdk/client-cloudformation');
  const urls: Record<string, string> = {};
  for await (const page of paginateListStackResources({ client: new CloudFormationClient() }, { StackName })) {
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
      if (ResourceType === 'AWS::SQS::Queue' && LogicalResourceId && PhysicalResourceId)
        urls[LogicalResourceId] = PhysicalResourceId;
    }
  }
  return urls;
};
