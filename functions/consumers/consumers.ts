import { type DeployedFunction, toEntry } from '../model/deployed-function.ts';
import type { AssignmentJob } from '../model/jobs/assignments.ts';
import type { MaintenanceJob } from '../model/jobs/maintenance.ts';
import type { QueueName } from '../model/queue.ts';
import { type ChangePattern, countedChanges, dispatchedChanges, type Parts, wordChanges } from './change-patterns.ts';
import { grants } from './grants.ts';

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

/** Every function that no caller waits for. */
const table: readonly Omit<Consumer, 'entry'>[] = [
  {
    name: 'dispatchChanges',
    source: { changes: dispatchedChanges },
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
