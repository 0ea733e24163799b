import type { DeliveryAttempt, DeliveryJob } from '../../model/delivery.ts';
import { isTestEvent } from '../../model/event.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  type DeliveryUpdate,
  findDelivery,
  recordAttempt,
  recordFinalFailure,
  type StoredDelivery,
} from '../../table/webhooks/deliveries.ts';
import { findWebhook, recordWebhookSuccess, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { attemptDelivery, type CompletedAttempt } from './attempt.ts';
import { extendStreak } from './failure-streak.ts';
import { toQueueJob } from './fan-out.ts';
import { type Decision, decide } from './retry-policy.ts';

/**
 * Makes one attempt to deliver an event to a webhook. The receiver's errors are recorded and acknowledged. Our own
 * errors throw, so SQS redelivers the job and nothing is counted.
 */
export const deliver = async (job: DeliveryJob, receiveCount: number): Promise<void> => {
  addJobFields(job);
  // A job on its first receive cannot have been attempted before, which saves a read.
  const isNew = job.attemptNumber === 1 && receiveCount <= 1;
  const [webhook, delivery] = await Promise.all([
    findTarget(job),
    isNew ? undefined : findDelivery(job.webhookId, job.event.id),
  ]);
  const attemptsMade = delivery?.attempt_number ?? 0;
  if (attemptsMade === job.attemptNumber && delivery?.status === 'retrying') return enqueuePendingRetry(job, delivery);
  if (!webhook || attemptsMade !== job.attemptNumber - 1)
    return addLogFields({ outcome: 'skipped', reason: webhook ? 'already_attempted' : 'webhook_deleted' });
  if (!webhook.is_active) return recordSkip(job);
  const attempt = await attemptDelivery(webhook, job.event);
  const decision = decide(attempt.result, job.attemptNumber - job.firstAttempt + 1, Math.random());
  addAttemptFields(job, attempt, decision);
  await recordDecision(job, webhook, attempt, decision);
};

/** An eventual read costs half. A webhook that it shows as missing or inactive may have been created or activated since. */
const findTarget = async ({ event: { workspaceId }, webhookId }: DeliveryJob): Promise<StoredWebhook | undefined> => {
  const webhook = await findWebhook(workspaceId, webhookId, 'eventual');
  return webhook?.is_active ? webhook : findWebhook(workspaceId, webhookId);
};

/** The attempt was recorded, but its retry may not have been enqueued. Of two retries, only one makes an attempt. */
const enqueuePendingRetry = (job: DeliveryJob, { next_attempt_at }: StoredDelivery): Promise<void> => {
  const waitMs = Date.parse(next_attempt_at ?? '') - clock.now();
  return enqueueRetry(job, Math.max(0, Math.ceil(waitMs / 1000)));
};

const enqueueRetry = (job: DeliveryJob, waitSeconds: number): Promise<void> =>
  enqueueJobs([toQueueJob({ ...job, attemptNumber: job.attemptNumber + 1 }, waitSeconds)]);

const recordSkip = async (job: DeliveryJob): Promise<void> => {
  addLogFields({ outcome: 'skipped', reason: 'webhook_inactive' });
  await recordAttempt(job, { status: 'skipped', attempt: undefined, next_attempt_at: null });
};

const recordDecision = (
  job: DeliveryJob,
  webhook: StoredWebhook,
  { record: attempt }: CompletedAttempt,
  decision: Decision,
): Promise<void> => {
  switch (decision.status) {
    case 'delivered':
      return recordSuccess(job, webhook, { ...decision, attempt, next_attempt_at: null });
    case 'retrying': {
      const next_attempt_at = isoTime(clock.now() + decision.waitSeconds * 1000);
      return recordRetry(job, { status: decision.status, attempt, next_attempt_at }, decision.waitSeconds);
    }
    case 'failed':
      return recordFailure(job, attempt);
  }
};

/** One write every ten seconds is cheaper than one per delivery, and precise enough. */
const lastDeliveryPrecisionMs = 10_000;

/** The webhook is written first: a crash in between must not leave a failure streak that this success ended. */
const recordSuccess = async (job: DeliveryJob, webhook: StoredWebhook, update: DeliveryUpdate): Promise<void> => {
  const nowMs = clock.now();
  const isOutdated = nowMs - Date.parse(webhook.last_delivery_at ?? isoTime(0)) >= lastDeliveryPrecisionMs;
  if (isOutdated || webhook.failure_count > 0 || (await hasFailures(job)))
    await recordWebhookSuccess(job.event.workspaceId, webhook.id, isoTime(nowMs));
  await recordAttempt(job, update);
};

/**
 * Reads again: other deliveries may have failed during the attempt, and a success ends their streak, too. A failure that
 * an eventual read misses stays counted until `extendStreak` verifies the streak.
 */
const hasFailures = async ({ event, webhookId }: DeliveryJob): Promise<boolean> =>
  ((await findWebhook(event.workspaceId, webhookId, 'eventual'))?.failure_count ?? 0) > 0;

const recordRetry = async (job: DeliveryJob, update: DeliveryUpdate, waitSeconds: number): Promise<void> => {
  if (await recordAttempt(job, update)) await enqueueRetry(job, waitSeconds);
};

/** A failure counts while the webhook is active and still in the generation of the job. That of a test never does. */
const recordFailure = async (job: DeliveryJob, attempt: DeliveryAttempt): Promise<void> => {
  const update = { status: 'failed', attempt, next_attempt_at: null } as const;
  await retryOnConflict(async () => {
    const webhook = await findWebhook(job.event.workspaceId, job.webhookId);
    const isCounted = !isTestEvent(job.event) && webhook?.is_active && webhook.generation === job.generation;
    return isCounted
      ? recordFinalFailure(job, update, webhook, await extendStreak(webhook, attempt))
      : recordAttempt(job, update);
  });
};

const addJobFields = ({ webhookId, event, attemptNumber, firstAttempt }: DeliveryJob): void =>
  addLogFields({
    workspace_id: event.workspaceId,
    webhook_id: webhookId,
    event_id: event.id,
    event: event.name,
    attempt: attemptNumber - firstAttempt + 1,
    attempt_number: attemptNumber,
  });

const outcomeByStatus = { delivered: 'delivered', retrying: 'retry', failed: 'undelivered' } as const;

const addAttemptFields = (
  { event }: DeliveryJob,
  { record: { at, code, duration_ms } }: CompletedAttempt,
  { status }: Decision,
) =>
  addLogFields({
    outcome: outcomeByStatus[status],
    code,
    target_ms: duration_ms,
    since_event_ms: Date.parse(at) - Date.parse(event.occurredAt),
  });
