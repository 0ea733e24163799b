import * as z from 'zod';
import {
  addAttributes,
  type Deployment,
  findResources,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { accountId } from '../template/resource-identity.ts';
import type { Sqs } from './sqs.ts';

const queueSchema = z.object({
  VisibilityTimeout: z.coerce.string().optional(),
  DelaySeconds: z.coerce.string().optional(),
  MessageRetentionPeriod: z.coerce.string().optional(),
  MaximumMessageSize: z.coerce.string().optional(),
  ReceiveMessageWaitTimeSeconds: z.coerce.string().optional(),
  // Lists of queues that may use a dead-letter queue are access rules, which nothing enforces here.
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
  FifoQueue: z.literal(false).optional(),
});

/** That of SQS. */
const visibilitySecondsDefault = 30;

export interface Queue {
  arn: string;
  url: string;
}

/** Creates the deployment's queues, or brings the attributes of those that are there up to date; by logical id. */
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
  // An empty policy takes a dead-letter queue away that the template no longer names.
  const policy = RedrivePolicy ? JSON.stringify(RedrivePolicy) : '';
  return { ...attributes, VisibilityTimeout: String(visibilitySeconds), RedrivePolicy: policy };
};
