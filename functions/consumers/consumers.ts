import { type DeployedFunction, toEntry } from '../model/deployed-function.ts';
import type { QueueName } from '../model/queue.ts';

/** A pattern of Lambda's event filtering, on a record of the table's stream. */
export interface ChangePattern {
  eventName: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[];
  dynamodb: Record<string, unknown>;
}

/**
 * Where work comes from: a queue, or those changes of the table that match any of the patterns. AWS takes five patterns
 * from everybody, and up to ten from those who ask.
 */
type Source = { queue: QueueName } | { changes: readonly ChangePattern[] };

/** One line of the background: a function and what calls it. From it come the queue, the rights and the mapping. */
export interface Consumer extends DeployedFunction {
  source: Source;
  /** Messages or changes in one call. */
  batchSize: number;
  /** Calls at a time, for what comes from a queue; the stream decides for itself. */
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
          dynamodb: { NewImage: { entity: { S: ['message'] }, direction: { S: ['inbound'] } } },
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
          eventName: ['MODIFY'],
          dynamodb: { NewImage: { entity: { S: ['delivery'] }, status: { S: ['requested'] } } },
        },
      ],
    },
    batchSize: 100,
    timeoutSeconds: 60,
    grants: [
      'table:Query',
      'send:deleteSegmentMembers',
      'send:deliverWebhook',
      'send:prepareBroadcast',
      'send:sendBroadcast',
      'send:checkBroadcast',
    ],
  },
  {
    name: 'deleteSegmentMembers',
    source: { queue: 'deleteSegmentMembers' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    grants: ['table:Query', 'table:BatchWriteItem', 'send:deleteSegmentMembers'],
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
      'secret:encryption',
    ],
  },
  {
    name: 'deliverWebhook',
    source: { queue: 'deliverWebhook' },
    // Worked on side by side: ten endpoints that hang cost the time of one.
    batchSize: 10,
    // Endpoints that hang take up 5 s each. With 2,000 calls at a time there is room for the others beside them.
    concurrencyMax: 200,
    timeoutSeconds: 30,
    grants: ['table:GetItem', 'table:UpdateItem', 'send:deliverWebhook', 'secret:encryption'],
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
    ],
  },
  {
    name: 'sendBroadcast',
    source: { queue: 'sendBroadcast' },
    batchSize: 1,
    // Each call is a lane, which sends 20 messages a second or more: broadcasts of all workspaces together take no
    // more of the account's functions than this, and so leave room for deliveries.
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
      'secret:encryption',
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
    ],
  },
];

export const consumers: readonly Consumer[] = table.map((consumer) => ({
  ...consumer,
  entry: toEntry('functions/consumers', consumer.name),
}));
