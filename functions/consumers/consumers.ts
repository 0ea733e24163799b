import { type DeployedFunction, toEntry } from '../model/deployed-function.ts';
import { reads, writes } from '../model/grant.ts';
import type { QueueName } from '../model/queue.ts';

export interface ChangePattern {
  eventName: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[];
  dynamodb: Record<string, unknown>;
}

/** A queue, or the table changes that match any of the patterns. AWS allows five patterns, and ten on request. */
type Source = { queue: QueueName } | { changes: readonly ChangePattern[] };

export interface Consumer extends DeployedFunction {
  source: Source;
  batchSize: number;
  /** Concurrent invocations. For queues only: a stream has one per shard. */
  concurrencyMax?: number;
  timeoutSeconds: number;
}

/** THE TABLE of functions that no caller waits for. */
const table: readonly Omit<Consumer, 'entry'>[] = [
  {
    name: 'dispatchChanges',
    source: {
      changes: [
        {
          eventName: ['REMOVE'],
          dynamodb: { OldImage: { entity: { S: ['segment'] }, kind: { S: ['static'] } } },
        },
        { eventName: ['INSERT'], dynamodb: { NewImage: { entity: { S: ['contact', 'conversation', 'broadcast'] } } } },
        {
          eventName: ['INSERT'],
          dynamodb: { NewImage: { entity: { S: ['message'] }, sender_type: { S: ['customer', 'agent'] } } },
        },
        {
          eventName: ['MODIFY'],
          dynamodb: {
            NewImage: {
              entity: { S: ['message'] },
              direction: { S: ['outbound'] },
              channel: { S: ['msgapp'] },
              last_receipt: { M: { at: { S: [{ exists: true }] } } },
            },
          },
        },
        {
          eventName: ['INSERT', 'MODIFY'],
          dynamodb: { NewImage: { entity: { S: ['delivery', 'segment', 'erasure'] }, status: { S: ['requested'] } } },
        },
      ],
    },
    batchSize: 100,
    timeoutSeconds: 60,
    grants: [
      'table:Query',
      'send:maintainSegments',
      'send:deliverWebhook',
      'send:prepareBroadcast',
      'send:sendBroadcast',
      'send:checkBroadcast',
      'send:checkMessage',
      'send:eraseContacts',
      ...reads('webhook'),
    ],
  },
  {
    name: 'maintainSegments',
    source: { queue: 'maintainSegments' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    grants: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:UpdateItem',
      'table:BatchWriteItem',
      'send:maintainSegments',
      ...reads('contact', 'segment', 'segmentMember', 'tag', 'taggedContact'),
      ...writes('segment', 'segmentMember'),
    ],
  },
  {
    name: 'processInbound',
    source: { queue: 'processInbound' },
    batchSize: 10,
    concurrencyMax: 20,
    timeoutSeconds: 30,
    grants: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'send:processInbound',
      'secret:channelEncryption',
      ...reads(
        'broadcast',
        'broadcastAudience',
        'broadcastCounters',
        'channelAccount',
        'channelMessage',
        'channelUser',
        'contact',
        'conversation',
        'message',
        'phone',
        'sentMessage',
        'workspace',
      ),
      ...writes(
        'broadcast',
        'broadcastCounters',
        'channelAccount',
        'channelMessage',
        'channelUser',
        'contact',
        'conversation',
        'message',
        'phone',
        'workspace',
      ),
    ],
  },
  {
    name: 'deliverWebhook',
    source: { queue: 'deliverWebhook' },
    // Attempts run concurrently, so ten receivers that hang take as long as one.
    batchSize: 10,
    // Receivers that hang take 5 s each. 2,000 concurrent attempts leave room for the others.
    concurrencyMax: 200,
    timeoutSeconds: 30,
    grants: [
      'table:GetItem',
      'table:Query',
      'table:UpdateItem',
      'send:deliverWebhook',
      'secret:encryption',
      ...reads('contact', 'conversation', 'delivery', 'webhook'),
      ...writes('delivery', 'webhook', 'workerSlot'),
    ],
  },
  {
    name: 'prepareBroadcast',
    source: { queue: 'prepareBroadcast' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    grants: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'send:prepareBroadcast',
      'send:sendBroadcast',
      ...reads('broadcast', 'broadcastAudience', 'contact', 'segmentMember', 'tag', 'taggedContact'),
      ...writes('broadcastAudience', 'broadcastChunk', 'broadcastCounters'),
    ],
  },
  {
    name: 'sendBroadcast',
    source: { queue: 'sendBroadcast' },
    batchSize: 1,
    // Each invocation is a lane of 20 or more messages a second. The limit leaves concurrency of the AWS account to
    // deliveries.
    concurrencyMax: 50,
    timeoutSeconds: 30,
    grants: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'send:sendBroadcast',
      'send:checkBroadcast',
      'secret:channelEncryption',
      ...reads(
        'broadcast',
        'broadcastAudience',
        'broadcastChunk',
        'broadcastCounters',
        'broadcastLane',
        'contact',
        'conversation',
        'message',
        'phone',
        'recipient',
        'template',
        'workspace',
      ),
      ...writes(
        'broadcast',
        'broadcastAudience',
        'broadcastChunk',
        'broadcastCounters',
        'broadcastLane',
        'channelAccount',
        'channelMessage',
        'contact',
        'conversation',
        'message',
        'phone',
        'recipient',
        'template',
        'workspace',
      ),
    ],
  },
  {
    name: 'checkBroadcast',
    source: { queue: 'checkBroadcast' },
    batchSize: 10,
    concurrencyMax: 5,
    timeoutSeconds: 30,
    grants: [
      'table:GetItem',
      'table:Query',
      'table:UpdateItem',
      'send:prepareBroadcast',
      'send:sendBroadcast',
      'send:checkBroadcast',
      ...reads('broadcast', 'broadcastAudience', 'broadcastCounters', 'broadcastLane', 'message', 'recipient'),
      ...writes('broadcast', 'broadcastCounters', 'message', 'workspace'),
    ],
  },
  {
    name: 'checkMessage',
    source: { queue: 'checkMessage' },
    batchSize: 10,
    concurrencyMax: 10,
    timeoutSeconds: 30,
    grants: [
      'table:GetItem',
      'table:UpdateItem',
      ...reads('message'),
      ...writes('broadcastCounters', 'message', 'workspace'),
    ],
  },
  {
    name: 'eraseContacts',
    source: { queue: 'eraseContacts' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    grants: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:UpdateItem',
      'table:DeleteItem',
      'table:BatchWriteItem',
      'send:eraseContacts',
      ...reads(
        'broadcast',
        'broadcastChunk',
        'channelUser',
        'contactAnswer',
        'delivery',
        'erasure',
        'message',
        'phone',
        'recipient',
        'segment',
        'segmentMember',
        'webhook',
      ),
      ...writes(
        'auditEntry',
        'broadcastChunk',
        'channelMessage',
        'channelUser',
        'contactAnswer',
        'delivery',
        'erasure',
        'idempotency',
        'message',
        'phone',
        'recipient',
        'segment',
        'segmentMember',
      ),
    ],
  },
];

export const consumers: readonly Consumer[] = table.map((consumer) => ({
  ...consumer,
  entry: toEntry('functions/consumers', consumer.name),
}));
