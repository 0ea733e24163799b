import { endSnooze, isSnoozed } from '../../model/conversations/conversation.ts';
import type { Author } from '../../model/conversations/timeline.ts';
import type { QueueJob } from '../../model/jobs/job.ts';
import { buildMaintenanceJob, type SweepSnoozesJob, type WakeJob } from '../../model/jobs/maintenance.ts';
import { clock, isoTime, secondsUntil } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { settleAll } from '../../platform/settle-all.ts';
import { updateConversation } from '../../table/conversations/conversation-writes.ts';
import { findConversation } from '../../table/conversations/conversations.ts';
import {
  queryDueSnoozes,
  readSnoozeRow,
  removeSnoozeRows,
  type SnoozeRow,
  snoozeShards,
} from '../../table/conversations/snoozes.ts';
import type { Change } from '../../table/dynamodb/changes.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { newChange } from './entries.ts';

const service: Author = { kind: 'service', id: null, name: null };

/** Jobs wait for at most 15 minutes, which is also how often the sweep looks for what is due next. */
const horizonMs = 16 * 60_000;

const conversationsPerJob = 25;

/** The job of a snooze that ends before the next sweep is sure to find it. No crash loses it: it follows from the row. */
export const snoozeJobs = ({ before, after }: Change): QueueJob[] => {
  if (before || after?.['entity'] !== 'snooze') return [];
  const row = readSnoozeRow({ sk: String(after['sk']) });
  return Date.parse(row.until) - clock.now() < horizonMs ? toWakeJobs([row]) : [];
};

/** Conversations of one workspace that are due at the same time share jobs, because many people choose 9:00. */
const toWakeJobs = (rows: readonly SnoozeRow[]): QueueJob[] =>
  [...Map.groupBy(rows, ({ workspaceId, until }) => `${workspaceId} ${until}`).values()].flatMap((alike) => {
    const [{ workspaceId, until } = { workspaceId: '', until: '' }] = alike;
    const conversationIds = alike.map(({ conversationId }) => conversationId);
    const job = { task: 'wake' as const, workspaceId, until, conversationIds };
    return [buildMaintenanceJob(job, secondsUntil(until))];
  });

/** Enqueues a job for all that is due before the next sweep. A job that was lost is enqueued again until its rows are gone. */
export const sweepSnoozes = async ({ task, shard, after }: SweepSnoozesJob): Promise<void> => {
  const before = isoTime(clock.now() + horizonMs);
  const { rows, next } = await queryDueSnoozes(shard, before, conversationsPerJob, after);
  addLogFields({ due: rows.length });
  await enqueueJobs([
    ...toWakeJobs(rows),
    ...(next === undefined ? [] : [buildMaintenanceJob({ task, shard, after: next })]),
  ]);
};

export const sweepAllSnoozes = async (): Promise<void> => {
  await settleAll(snoozeShards.map((shard) => sweepSnoozes({ task: 'sweep_snoozes', shard })));
};

/** Brings conversations back. The rows go last, so a job that crashed is enqueued again by the sweep. */
export const wakeConversations = async (job: WakeJob): Promise<void> => {
  const { workspaceId, until, conversationIds } = job;
  addLogFields({ workspace_id: workspaceId, conversations: conversationIds.length });
  const secondsLeft = secondsUntil(until);
  if (secondsLeft > 0) return enqueueJobs([buildMaintenanceJob(job, secondsLeft)]);
  await settleAll(conversationIds.map((id) => wake(workspaceId, id, until)));
  await removeSnoozeRows(conversationIds.map((conversationId) => ({ workspaceId, until, conversationId })));
};

/** Does nothing if the customer has written since, or if the conversation was closed, reopened or snoozed again. */
const wake = (workspaceId: string, id: string, until: string): Promise<'done'> =>
  retryOnConflict(async () => {
    const before = await findConversation(workspaceId, id);
    if (!before?.snooze || !isSnoozed(before) || before.snooze.until !== until) return 'done';
    const now = isoTime(clock.now());
    const after = { ...before, snooze: endSnooze(before.snooze, now), updated_at: now };
    return (await updateConversation(workspaceId, before, after, [newChange(service, 'back')])) ? 'done' : 'conflict';
  });
