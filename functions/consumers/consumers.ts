import { type DeployedFunction, toEntry } from '../model/deployed-function.ts';
import type { MaintenanceJob } from '../model/jobs.ts';
import type { QueueName } from '../model/queue.ts';
import { grants } from './grants.ts';

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
  /** A job that comes without a cause. For queues only. */
  schedule?: { everyMinutes: number; job: MaintenanceJob };
  /** The changes that it gets where the settings name a sender of email. */
  mailChanges?: readonly ChangePattern[];
}

/** The values of `change_bit` before and after a change that may be an event; the first change sets it. */
const flippedBits = [
  [{ exists: false }, '1'],
  ['0', '1'],
  ['1', '0'],
] as const;

const isThere = [{ exists: true }];

/** People hear of these by email: see functions/domain/mail/occurrences.ts. */
const mailInserts = [{ entity: { S: ['invitation'] } }, { refused_key: { M: { id: { S: isThere } } } }];

const mailUpdates = [
  { NewImage: { entity: { S: ['invitation'] } } },
  { OldImage: { is_active: { BOOL: [true] } }, NewImage: { entity: { S: ['webhook'] }, is_active: { BOOL: [false] } } },
  ...['msgapp_account', 'social_account'].map((account) => ({
    OldImage: { [account]: { M: { last_error: { M: { at: { S: [{ exists: false }] } } } } } },
    NewImage: { [account]: { M: { last_error: { M: { at: { S: isThere } } } } } },
  })),
  ...flippedBits.flatMap(([before, after]) =>
    [{ plan_notice: { M: { percent: { N: isThere } } } }, { sha256: { S: isThere } }].map((image) => ({
      OldImage: { change_bit: { N: [before] } },
      NewImage: { ...image, change_bit: { N: [after] } },
    })),
  ),
];

const listChanges = (mail: { inserts: readonly object[]; updates: readonly object[] }): readonly ChangePattern[] => [
  {
    eventName: ['REMOVE'],
    dynamodb: {
      OldImage: {
        $or: [{ entity: { S: ['member', 'feed'] } }, { entity: { S: ['segment'] }, kind: { S: ['static'] } }],
      },
    },
  },
  {
    eventName: ['INSERT'],
    dynamodb: {
      NewImage: {
        $or: [
          { entity: { S: ['contact', 'conversation', 'broadcast', 'media'] } },
          { entity: { S: ['message'] }, sender_type: { S: ['customer', 'agent'] } },
          ...mail.inserts,
        ],
      },
    },
  },
  {
    eventName: ['MODIFY'],
    dynamodb: {
      $or: [
        {
          NewImage: {
            entity: { S: ['message'] },
            direction: { S: ['outbound'] },
            channel: { S: ['msgapp'] },
            last_receipt: { M: { at: { S: [{ exists: true }] } } },
          },
        },
        {
          OldImage: { channel_message_id: { NULL: [true] } },
          NewImage: {
            entity: { S: ['message'] },
            sender_type: { S: ['agent'] },
            channel_message_id: { S: [{ exists: true }] },
          },
        },
        ...flippedBits.map(([before, after]) => ({
          OldImage: { change_bit: { N: [before] } },
          NewImage: { entity: { S: ['contact', 'conversation'] }, change_bit: { N: [after] } },
        })),
        {
          OldImage: { completed_at: { NULL: [true] } },
          NewImage: { entity: { S: ['broadcast'] }, completed_at: { S: [{ exists: true }] } },
        },
        { NewImage: { entity: { S: ['broadcast'] }, is_waiting: { BOOL: [true] } } },
        ...mail.updates,
      ],
    },
  },
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { NewImage: { entity: { S: ['delivery', 'segment', 'erasure'] }, status: { S: ['requested'] } } },
  },
];

const indexedTexts = [
  { entity: { S: ['message'] }, sender_type: { S: ['customer', 'agent'] }, content_text: { S: isThere } },
  { entity: { S: ['note'] }, type: { S: ['note'] } },
];

/**
 * What people search for: contacts that are new or gone, or that changed visibly, and texts of conversations. Messages of
 * broadcasts are not part of it.
 */
const wordChanges: readonly ChangePattern[] = [
  { eventName: ['INSERT'], dynamodb: { NewImage: { $or: [{ entity: { S: ['contact'] } }, ...indexedTexts] } } },
  { eventName: ['REMOVE'], dynamodb: { OldImage: { $or: [{ entity: { S: ['contact'] } }, ...indexedTexts] } } },
  {
    eventName: ['MODIFY'],
    dynamodb: {
      $or: [
        ...flippedBits.map(([before, after]) => ({
          OldImage: { change_bit: { N: [before] } },
          NewImage: { entity: { S: ['contact'] }, change_bit: { N: [after] } },
        })),
        ...['edited_at', 'deleted_at'].map((change) => ({
          NewImage: { entity: { S: ['message'] }, [change]: { S: isThere } },
        })),
      ],
    },
  },
];

/** Every function that no caller waits for. */
const table: readonly Omit<Consumer, 'entry'>[] = [
  {
    name: 'dispatchChanges',
    source: { changes: listChanges({ inserts: [], updates: [] }) },
    mailChanges: listChanges({ inserts: mailInserts, updates: mailUpdates }),
    batchSize: 100,
    timeoutSeconds: 60,
    grants: grants.dispatchChanges,
  },
  {
    name: 'indexWords',
    source: { changes: wordChanges },
    batchSize: 100,
    timeoutSeconds: 60,
    grants: grants.indexWords,
  },
  {
    name: 'runMaintenance',
    source: { queue: 'runMaintenance' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    schedule: { everyMinutes: 15, job: { task: 'start_due' } },
    grants: grants.runMaintenance,
    mailGrants: grants.runMaintenanceMail,
  },
  {
    name: 'processInbound',
    source: { queue: 'processInbound' },
    batchSize: 10,
    // This is enough for 1,000 webhooks of channels a second: docs/scale.md.
    concurrencyMax: 100,
    timeoutSeconds: 30,
    grants: grants.processInbound,
  },
  {
    name: 'copyMedia',
    source: { queue: 'copyMedia' },
    // Downloads wait for the network most of the time.
    batchSize: 5,
    concurrencyMax: 10,
    timeoutSeconds: 180,
    grants: grants.copyMedia,
  },
  {
    name: 'deliverWebhook',
    source: { queue: 'deliverWebhook' },
    // Attempts run concurrently, so ten receivers that hang take as long as one.
    batchSize: 10,
    // Receivers that hang take 5 s each. 2,000 concurrent attempts leave room for the others.
    concurrencyMax: 200,
    timeoutSeconds: 30,
    grants: grants.deliverWebhook,
  },
  {
    name: 'prepareBroadcast',
    source: { queue: 'prepareBroadcast' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    grants: grants.prepareBroadcast,
  },
  {
    name: 'sendBroadcast',
    source: { queue: 'sendBroadcast' },
    batchSize: 1,
    // Each invocation is a lane of 20 messages a second, so this is one number at the channel's highest rate and as much
    // for all others. The limit leaves concurrency of the AWS account to deliveries.
    concurrencyMax: 100,
    timeoutSeconds: 30,
    grants: grants.sendBroadcast,
  },
  {
    name: 'checkBroadcast',
    source: { queue: 'checkBroadcast' },
    batchSize: 10,
    concurrencyMax: 5,
    timeoutSeconds: 30,
    grants: grants.checkBroadcast,
  },
  {
    name: 'checkMessage',
    source: { queue: 'checkMessage' },
    batchSize: 10,
    concurrencyMax: 10,
    timeoutSeconds: 30,
    grants: grants.checkMessage,
  },
  {
    name: 'eraseContacts',
    source: { queue: 'eraseContacts' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    grants: grants.eraseContacts,
  },
];

export const consumers: readonly Consumer[] = table.map((consumer) => ({
  ...consumer,
  entry: toEntry('functions/consumers', consumer.name),
}));
