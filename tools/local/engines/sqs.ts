import { join } from 'node:path';
import * as z from 'zod';
import { explainForeignRequest } from '../../loopback/foreign-request.ts';
import {
  addAttributes,
  type Deployment,
  findResources,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { accountId, region } from '../template/resource-identity.ts';
import { guardBuckets } from './bucket-guard.ts';
import { buildFauxqs, type Fauxqs } from './fauxqs.ts';

export interface Sqs {
  endpoint: string;
  store: Fauxqs['store'];
  /** The same server is S3, too. */
  bucketStore: Fauxqs['bucketStore'];
  stop: () => Promise<void>;
}

export const startSqs = async (dataDir: string): Promise<Sqs> => {
  const { app, store, bucketStore, closeFiles } = buildFauxqs(
    region,
    dataDir === 'memory' ? undefined : join(dataDir, 'sqs'),
  );
  makeQueuesFair({ app, store });
  guardBuckets(app);
  app.addHook('onRequest', async (request, reply) => {
    const message = explainForeignRequest(request.raw);
    return message === undefined ? undefined : reply.code(403).send({ __type: 'AccessDeniedException', message });
  });
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    closeFiles();
  };
  return { endpoint, store, bucketStore, stop };
};

const queueSchema = z.object({
  VisibilityTimeout: z.coerce.string().optional(),
  DelaySeconds: z.coerce.string().optional(),
  MessageRetentionPeriod: z.coerce.string().optional(),
  MaximumMessageSize: z.coerce.string().optional(),
  ReceiveMessageWaitTimeSeconds: z.coerce.string().optional(),
  // RedriveAllowPolicy is left out: access rules are not enforced locally.
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
  FifoQueue: z.literal(false).optional(),
});

const visibilitySecondsDefault = 30;

export interface Queue {
  arn: string;
  url: string;
}

export const ensureQueues = (
  deployment: Deployment,
  { endpoint, store }: Sqs,
  visibilitySecondsMax = Number.POSITIVE_INFINITY,
): Record<string, Queue> =>
  Object.fromEntries(
    findResources(deployment, 'AWS::SQS::Queue').map((resource) => {
      const { Ref: name, Arn: arn = '' } = resolveIdentity(deployment, resource);
      const attributes = toQueueAttributes(readProperties(deployment, resource, queueSchema), visibilitySecondsMax);
      const url = `${endpoint}/${accountId}/${name}`;
      const queue = store.getQueueByName(name) ?? store.createQueue(name, url, arn);
      queue.setAttributes(attributes);
      addAttributes(deployment, resource, { Ref: url, QueueUrl: url });
      return [resource.logicalId, { arn, url }];
    }),
  );

const toQueueAttributes = (
  { FifoQueue, RedrivePolicy, ...numbers }: z.infer<typeof queueSchema>,
  visibilitySecondsMax: number,
): Record<string, string> => {
  const entries = Object.entries(numbers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const attributes = Object.fromEntries(entries);
  const visibilitySeconds = Math.min(
    Number(attributes['VisibilityTimeout'] ?? visibilitySecondsDefault),
    visibilitySecondsMax,
  );
  // An empty policy removes a dead-letter queue that is no longer in the template.
  const policy = RedrivePolicy ? JSON.stringify(RedrivePolicy) : '';
  return { ...attributes, VisibilityTimeout: String(visibilitySeconds), RedrivePolicy: policy };
};

/** The buckets of the dashboard's pages stay empty: see tools/local/distribution. */
export const ensureBuckets = (deployment: Deployment, { bucketStore }: Sqs): void => {
  for (const resource of findResources(deployment, 'AWS::S3::Bucket')) {
    const { Ref: name } = resolveIdentity(deployment, resource);
    if (!bucketStore.hasBucket(name)) bucketStore.createBucket(name);
  }
};

type StoredQueue = ReturnType<Fauxqs['store']['createQueue']>;

/** AWS: more than a tenth of all messages in flight, and at least 30. The share of processing time is not modelled. */
const noisyShare = 0.1;
const noisyCount = 30;

/**
 * Adds what fauxqs lacks: a standard queue whose messages name groups is fair. Messages of a noisy group are received
 * only when there are none of quiet groups. A group is quiet again when it has no backlog.
 */
const makeQueuesFair = ({ app, store }: Pick<Fauxqs, 'app' | 'store'>): void => {
  const groups = new WeakMap<object, string>();
  app.addHook('preHandler', async ({ body }) => rememberGroups(body, groups));
  for (const queue of store.allQueues()) serveFairly(queue, groups);
  const createQueue = store.createQueue.bind(store);
  store.createQueue = (...queue) => serveFairly(createQueue(...queue), groups);
};

interface Sent {
  MessageGroupId?: string;
  MessageAttributes?: object;
}

/** fauxqs drops the group, but keeps the object of the attributes. */
const rememberGroups = (body: unknown, groups: WeakMap<object, string>): void => {
  // A file for S3, whose bytes would become properties below.
  if (Buffer.isBuffer(body)) return;
  const { Entries: entries = [], ...message } = Object(body) as Sent & { Entries?: Sent[] };
  for (const sent of 'MessageGroupId' in message ? [Object(body) as Sent] : entries) {
    if (sent.MessageGroupId === undefined) continue;
    sent.MessageAttributes ??= {};
    groups.set(sent.MessageAttributes, sent.MessageGroupId);
  }
};

const serveFairly = (queue: StoredQueue, groups: WeakMap<object, string>): StoredQueue => {
  const noisy = new Set<string>();
  const [enqueue, dequeue] = [queue.enqueue.bind(queue), queue.dequeue.bind(queue)];
  queue.enqueue = (message) => {
    const group = message.messageGroupId ?? groups.get(message.messageAttributes);
    if (group !== undefined) message.messageGroupId = group;
    enqueue(message);
  };
  queue.dequeue = (countMax, ...rest) => {
    // Moves messages whose visibility timeout or delay has ended back into the queue.
    queue.processTimers();
    updateNoisy(queue, noisy);
    if (noisy.size > 0) moveQuietForward(queue, noisy, countMax);
    return dequeue(countMax, ...rest);
  };
  return queue;
};

const updateNoisy = ({ inflightMessages, messages }: StoredQueue, noisy: Set<string>): void => {
  const inFlight = new Map<string, number>();
  for (const { message } of inflightMessages.values()) {
    const group = message.messageGroupId;
    if (group !== undefined) inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
  }
  for (const [group, count] of inFlight)
    if (count >= noisyCount && count > noisyShare * inflightMessages.size) noisy.add(group);
  for (const group of noisy) if (!messages.some(({ messageGroupId }) => messageGroupId === group)) noisy.delete(group);
};

const moveQuietForward = ({ messages }: StoredQueue, noisy: ReadonlySet<string>, countMax: number): void => {
  const quiet: number[] = [];
  for (let index = 0; index < messages.length && quiet.length < countMax; index += 1)
    if (!noisy.has(messages[index]?.messageGroupId ?? '')) quiet.push(index);
  const moved = quiet.toReversed().flatMap((index) => messages.splice(index, 1));
  messages.unshift(...moved.toReversed());
};
