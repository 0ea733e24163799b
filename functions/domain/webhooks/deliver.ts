import type { DeliveryJob } from '../../model/delivery.ts';
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
import { toQueueJob } from './fan-out.ts';
import { type Decision, decide } from './retry-policy.ts';

/**
 * Makes one attempt to deliver an event to a webhook. What the endpoint does wrong is recorded and done with; what
 * we do wrong is thrown, counts for nothing, and brings the message back. A message that is new cannot have been worked
 * on, which spares the first attempt a read.
 */
export const deliver = async (job: DeliveryJob, receiveCount: number): Promise<void> => {
  addJobFields(job);
  const isNew = job.attempt_number === 1 && receiveCount <= 1;
  const [webhook, delivery] = await Promise.all([
    findWebhook(job.event.account_id, job.webhook_id),
    isNew ? undefined : findDelivery(job.webhook_id, job.event.id),
  ]);
  const attemptsMade = delivery?.attempt_number ?? 0;
  if (attemptsMade === job.attempt_number && delivery?.status === 'retrying') return enqueuePendingRetry(job, delivery);
  if (!webhook || attemptsMade !== job.attempt_number - 1)
    return addLogFields({ outcome: 'skipped', reason: webhook ? 'already_attempted' : 'webhook_deleted' });
  if (!webhook.is_active) return recordSkip(job);
  const attempt = await attemptDelivery(webhook, job.event);
  const decision = decide(attempt.result, job.attempt_number - job.first_attempt + 1, Math.random());
  addAttemptFields(job, attempt, decision);
  await recordDecision(job, webhook, attempt, decision);
};

/** The attempt was recorded, but whether its successor was sent is not known. Of two successors, only one is attempted. */
const enqueuePendingRetry = (job: DeliveryJob, { next_attempt_at }: StoredDelivery): Promise<void> => {
  const waitMs = Date.parse(next_attempt_at ?? '') - clock.now();
  return enqueueRetry(job, Math.max(0, Math.ceil(waitMs / 1000)));
};

const enqueueRetry = (job: DeliveryJob, waitSeconds: number): Promise<void> =>
  enqueueJobs([toQueueJob({ ...job, attempt_number: job.attempt_number + 1 }, waitSeconds)]);

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
      return recordFailure(job, webhook, { ...decision, attempt, next_attempt_at: null });
  }
};

/** The time of the last delivery need not be more exact, and a write in ten seconds is cheaper than one per delivery. */
const lastDeliveryPrecisionMs = 10_000;

/** The endpoint comes first: were it left out after a crash, a streak would go on that this success has ended. */
const recordSuccess = async (job: DeliveryJob, webhook: StoredWebhook, update: DeliveryUpdate): Promise<void> => {
  const nowMs = clock.now();
  const isOutdated = nowMs - Date.parse(webhook.last_delivery_at ?? isoTime(0)) >= lastDeliveryPrecisionMs;
  if (isOutdated || webhook.failure_count > 0)
    await recordWebhookSuccess(job.event.account_id, webhook.id, isoTime(nowMs));
  await recordAttempt(job, update);
};

const recordRetry = async (job: DeliveryJob, update: DeliveryUpdate, waitSeconds: number): Promise<void> => {
  if (await recordAttempt(job, update)) await enqueueRetry(job, waitSeconds);
};

/** A failure counts while the endpoint is active and its failures have not been cleared since the event set out. */
const recordFailure = async (
  job: DeliveryJob,
  initialWebhook: StoredWebhook,
  update: DeliveryUpdate,
): Promise<void> => {
  let webhook: StoredWebhook | undefined = initialWebhook;
  await retryOnConflict(async () => {
    const isCounted = webhook?.is_active && webhook.generation === job.generation;
    const outcome =
      webhook && isCounted ? await recordFinalFailure(job, update, webhook) : await recordAttempt(job, update);
    if (outcome !== 'webhook_changed') return 'done';
    webhook = await findWebhook(job.event.account_id, job.webhook_id);
    return 'conflict';
  });
};

/** One log line holds everything about an attempt. */
const addJobFields = ({ webhook_id, event, attempt_number, first_attempt }: DeliveryJob): void =>
  addLogFields({
    workspace_id: event.account_id,
    webhook_id,
    event_id: event.id,
    event: event.event,
    attempt: attempt_number - first_attempt + 1,
    attempt_number,
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
    since_event_ms: Date.parse(at) - Date.parse(event.occurred_at),
  });
