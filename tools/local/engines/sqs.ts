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
import { makeQueuesFair } from './fair-queue.ts';
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

/** Those of the dashboard's pages stay empty: see tools/local/distribution. */
export const ensureBuckets = (deployment: Deployment, { bucketStore }: Sqs): void => {
  for (const resource of findResources(deployment, 'AWS::S3::Bucket')) {
    const { Ref: name } = resolveIdentity(deployment, resource);
    if (!bucketStore.hasBucket(name)) bucketStore.createBucket(name);
  }
};
