import type { DeliveryJob } from '../../model/delivery.ts';
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
import { type AttemptedWebhook, attemptDelivery, type CompletedAttempt } from './attempt.ts';
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
  if (isNew && isFresh(job.snapshot)) return attemptOnce(job, { ...job.snapshot, id: job.webhookId });
  const [webhook, delivery] = await Promise.all([
    findWebhook(job.event.workspaceId, job.webhookId),
    isNew ? undefined : findDelivery(job.webhookId, job.event.id),
  ]);
  const attemptsMade = delivery?.attempt_number ?? 0;
  if (attemptsMade === job.attemptNumber && delivery?.status === 'retrying') return enqueuePendingRetry(job, delivery);
  if (!webhook || attemptsMade !== job.attemptNumber - 1)
    return addLogFields({ outcome: 'skipped', reason: webhook ? 'already_attempted' : 'webhook_deleted' });
  if (!webhook.is_active) return recordSkip(job);
  return attemptOnce(job, webhook);
};

/** Short, because a webhook that is deleted or switched off meanwhile still gets this attempt. */
const snapshotMsMax = 2_000;

const isFresh = (snapshot: DeliveryJob['snapshot']): snapshot is NonNullable<typeof snapshot> =>
  snapshot !== undefined && clock.now() - snapshot.readAtMs <= snapshotMsMax;

const attemptOnce = async (job: DeliveryJob, webhook: AttemptedWebhook): Promise<void> => {
  const attempt = await attemptDelivery(webhook, job.event);
  const decision = decide(attempt.result, job.attemptNumber - job.firstAttempt + 1, Math.random());
  addAttemptFields(job, attempt, decision);
  await recordDecision(job, attempt, decision);
};

/** The attempt was recorded, but its retry may not have been enqueued. Of two retries, only one makes an attempt. */
const enqueuePendingRetry = (job: DeliveryJob, { next_attempt_at }: StoredDelivery): Promise<void> => {
  const waitMs = Date.parse(next_attempt_at ?? '') - clock.now();
  return enqueueRetry(job, Math.max(0, Math.ceil(waitMs / 1000)));
};

const enqueueRetry = ({ snapshot: _, ...job }: DeliveryJob, waitSeconds: number): Promise<void> =>
  enqueueJobs([toQueueJob({ ...job, attemptNumber: job.attemptNumber + 1 }, waitSeconds)]);

const recordSkip = async (job: DeliveryJob): Promise<void> => {
  addLogFields({ outcome: 'skipped', reason: 'webhook_inactive' });
  await recordAttempt(job, { status: 'skipped', attempt: undefined, next_attempt_at: null });
};

const recordDecision = (
  job: DeliveryJob,
  { record: attempt }: CompletedAttempt,
  decision: Decision,
): Promise<unknown> => {
  switch (decision.status) {
    case 'delivered':
      return recordSuccess(job, { ...decision, attempt, next_attempt_at: null });
    case 'retrying': {
      const next_attempt_at = isoTime(clock.now() + decision.waitSeconds * 1000);
      return recordRetry(job, { status: decision.status, attempt, next_attempt_at }, decision.waitSeconds);
    }
    case 'failed':
      return recordFailure(job, { ...decision, attempt, next_attempt_at: null });
  }
};

/** One write every ten seconds is cheaper than one per delivery, and precise enough. */
const lastDeliveryPrecisionMs = 10_000;

/**
 * The webhook is read after the attempt, because a success also ends the streak of failures that were counted during it.
 * It is written first: a crash in between must not leave a failure streak that this success ended.
 */
const recordSuccess = async (job: DeliveryJob, update: DeliveryUpdate): Promise<void> => {
  const { workspaceId } = job.event;
  const webhook = await findWebhook(workspaceId, job.webhookId);
  const nowMs = clock.now();
  if (webhook && (webhook.failure_count > 0 || nowMs - lastDeliveryMs(webhook) >= lastDeliveryPrecisionMs))
    await recordWebhookSuccess(workspaceId, job.webhookId, isoTime(nowMs));
  await recordAttempt(job, update);
};

const lastDeliveryMs = ({ last_delivery_at }: StoredWebhook): number => Date.parse(last_delivery_at ?? isoTime(0));

const recordRetry = async (job: DeliveryJob, update: DeliveryUpdate, waitSeconds: number): Promise<void> => {
  if (await recordAttempt(job, update)) await enqueueRetry(job, waitSeconds);
};

/** A failure counts while the webhook is active and still in the generation of the job. That of a test never does. */
const recordFailure = (job: DeliveryJob, update: DeliveryUpdate) =>
  retryOnConflict(async () => {
    const webhook = await findWebhook(job.event.workspaceId, job.webhookId);
    const isCounted = !isTestEvent(job.event) && webhook?.is_active && webhook.generation === job.generation;
    return isCounted ? recordFinalFailure(job, update, webhook) : recordAttempt(job, update);
  });

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
