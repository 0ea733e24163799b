import { type DeployedFunction, toEntry } from '../model/deployed-function.ts';
import type { AssignmentJob, MaintenanceJob } from '../model/jobs.ts';
import { roles } from '../model/members/member.ts';
import type { QueueName } from '../model/queue.ts';
import { grants } from './grants.ts';

export interface ChangePattern {
  eventName: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[];
  dynamodb: Record<string, unknown>;
}

/** The parts of a deployment that its settings decide on. */
export interface Parts {
  /** The settings name a sender of email. */
  mail: boolean;
  /** Open pages get hints. */
  hints: boolean;
}

/** A queue, or the table changes that match any of the patterns. AWS allows five patterns, and ten on request. */
type Source = { queue: QueueName } | { changes: (parts: Parts) => readonly ChangePattern[] };

export interface Consumer extends DeployedFunction {
  source: Source;
  batchSize: number;
  /** How long a batch of changes may wait to be full. */
  batchSeconds?: number;
  /** How many batches of a shard run at once. More of them means smaller batches. For streams only. */
  shardWorkers?: number;
  /** Concurrent invocations. For queues only: a stream has one per shard. */
  concurrencyMax?: number;
  timeoutSeconds: number;
  /** A job that comes without a cause. For queues only. */
  schedule?: { everyMinutes: number; job: MaintenanceJob | AssignmentJob };
}

/** The values of `change_bit` before and after a change that may be an event; the first change sets it. */
const flippedBits = [
  [{ exists: false }, '1'],
  ['0', '1'],
  ['1', '0'],
] as const;

const isThere = [{ exists: true }];

/** People hear of these by email: see functions/domain/mail/occurrences.ts. */
const mailInserts = [{ entity: { S: ['invitation', 'mention'] } }, { refused_key: { M: { id: { S: isThere } } } }];

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

/** Messages that concern people one by one, unlike those of broadcasts. */
const personalMessages = [
  { entity: { S: ['message'] }, sender_type: { S: ['customer', 'agent'] } },
  { entity: { S: ['message'] }, is_away: { BOOL: [true] } },
];

/** Pages hear of these: see functions/domain/hints/hints.ts. Broadcasts change thousands of conversations, so they hear of none. */
const hintUpdates = [
  { NewImage: { entity: { S: ['conversation'] }, last_message_id: { S: [{ exists: false }] } } },
  {
    NewImage: {
      entity: { S: ['conversation'] },
      last_message: { M: { author: { M: { kind: { S: [{ 'anything-but': ['broadcast'] }] } } } } },
    },
  },
  ...personalMessages.map((image) => ({ NewImage: image })),
  { NewImage: { entity: { S: ['broadcast', 'delivery', 'invitation', 'webhook'] } } },
  // Nobody waits for the time at which a member was last there.
  ...roles.map((role) => ({
    OldImage: { entity: { S: ['member'] }, role: { S: [role] } },
    NewImage: { role: { S: [{ 'anything-but': [role] }] } },
  })),
  { Keys: { sk: { S: ['WORKSPACE'] } } },
];

const listChanges = ({ mail, hints }: Parts): readonly ChangePattern[] => [
  {
    eventName: ['REMOVE'],
    dynamodb: {
      $or: [
        { OldImage: { entity: { S: ['member', 'feed', 'team'] } } },
        { OldImage: { entity: { S: ['segment'] }, kind: { S: ['static'] } } },
        // A member who signs out hears nothing more.
        ...(hints
          ? [
              { OldImage: { entity: { S: ['conversation', 'invitation', 'webhook'] } } },
              { Keys: { sk: { S: [{ prefix: 'SESSION#' }] } } },
            ]
          : []),
      ],
    },
  },
  {
    eventName: ['INSERT'],
    dynamodb: {
      NewImage: {
        $or: [
          { entity: { S: ['contact', 'conversation', 'broadcast', 'media', 'snooze'] } },
          ...personalMessages,
          ...(mail ? mailInserts : []),
          ...(hints ? [{ entity: { S: ['delivery', 'invitation', 'member', 'request', 'webhook'] } }] : []),
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
        ...[{ sender_type: { S: ['agent'] } }, { is_away: { BOOL: [true] } }].map((sender) => ({
          OldImage: { channel_message_id: { NULL: [true] } },
          NewImage: { entity: { S: ['message'] }, ...sender, channel_message_id: { S: [{ exists: true }] } },
        })),
        ...flippedBits.map(([before, after]) => ({
          OldImage: { change_bit: { N: [before] } },
          NewImage: { entity: { S: ['contact', 'conversation', 'member'] }, change_bit: { N: [after] } },
        })),
        {
          OldImage: { completed_at: { NULL: [true] } },
          NewImage: { entity: { S: ['broadcast'] }, completed_at: { S: [{ exists: true }] } },
        },
        { NewImage: { entity: { S: ['broadcast'] }, is_waiting: { BOOL: [true] } } },
        ...(mail ? mailUpdates : []),
        ...(hints ? hintUpdates : []),
      ],
    },
  },
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: {
      $or: [
        { NewImage: { entity: { S: ['delivery', 'segment', 'erasure', 'task'] }, status: { S: ['requested'] } } },
        ...['NewImage', 'OldImage'].map((image) => ({
          [image]: { entity: { S: ['team'] }, auto_assign: { M: { is_on: { BOOL: [true] } } } },
        })),
      ],
    },
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

/**
 * What reports count shows in the conversation, and in the counters of broadcasts. Conversations in which no customer has
 * written since it is noted have nothing.
 */
const countedChanges: readonly ChangePattern[] = [
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: {
      NewImage: {
        $or: [{ entity: { S: ['conversation'] }, arrival: { S: isThere } }, { counted_for: { S: isThere } }],
      },
    },
  },
];

/** Every function that no caller waits for. */
const table: readonly Omit<Consumer, 'entry'>[] = [
  {
    name: 'dispatchChanges',
    source: { changes: listChanges },
    batchSize: 100,
    timeoutSeconds: 60,
    grants: grants.dispatchChanges,
    hintGrants: grants.dispatchChangesHints,
  },
  {
    name: 'indexWords',
    source: { changes: () => wordChanges },
    batchSize: 100,
    timeoutSeconds: 60,
    grants: grants.indexWords,
  },
  {
    name: 'countReports',
    source: { changes: () => countedChanges },
    // What comes within five minutes is one write per workspace, which is most of what reports cost.
    batchSize: 1_000,
    batchSeconds: 300,
    shardWorkers: 1,
    timeoutSeconds: 60,
    grants: grants.countReports,
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
  {
    name: 'assignConversations',
    source: { queue: 'assignConversations' },
    batchSize: 1,
    concurrencyMax: 5,
    timeoutSeconds: 60,
    schedule: { everyMinutes: 5, job: { task: 'sweep_assignments' } },
    grants: grants.assignConversations,
  },
];

export const consumers: readonly Consumer[] = table.map((consumer) => ({
  ...consumer,
  entry: toEntry('functions/consumers', consumer.name),
}));
