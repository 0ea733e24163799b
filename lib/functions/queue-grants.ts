import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Grant } from '../../functions/model/grant.ts';
import { type QueueName, queueNames } from '../../functions/model/queue.ts';
import { queueUrlVariable } from '../../functions/platform/env.ts';
import { kmsStatements } from './kms-statements.ts';

export type Queues = ReadonlyMap<QueueName, IQueue>;

export const sendGrantStatements = (
  grants: readonly Grant[],
  queues: Queues,
  key: IKey | undefined,
): PolicyStatement[] =>
  sendMessageStatements(
    grantedQueues(grants).map((name) => getQueue(queues, name)),
    key,
  );

export const sendMessageStatements = (targets: readonly IQueue[], key: IKey | undefined): PolicyStatement[] => {
  if (targets.length === 0) return [];
  return [
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: targets.map(({ queueArn }) => queueArn) }),
    ...kmsStatements(key, 'sqs', ['kms:Decrypt', 'kms:GenerateDataKey']),
  ];
};

export const receiveStatements = (queue: IQueue, key: IKey | undefined): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: [queue.queueArn],
  }),
  ...kmsStatements(key, 'sqs', ['kms:Decrypt']),
];

export const queueEnvironment = (grants: readonly Grant[], queues: Queues): Record<string, string> =>
  Object.fromEntries(grantedQueues(grants).map((name) => [queueUrlVariable(name), getQueue(queues, name).queueUrl]));

export const getQueue = (queues: Queues, name: QueueName): IQueue => {
  const queue = queues.get(name);
  if (queue) return queue;
  throw new Error(`No consumer reads the queue ${name}.`);
};

const grantedQueues = (grants: readonly Grant[]): QueueName[] =>
  queueNames.filter((name) => grants.includes(`send:${name}`));
