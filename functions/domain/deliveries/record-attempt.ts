import type { DeliveryAttempt, DeliveryResult } from '../../model/deliveries/delivery.ts';
import { isTestEvent } from '../../model/deliveries/event.ts';
import { buildDeliveryJob, type DeliveryJob } from '../../model/jobs.ts';
import type { Batch } from '../../platform/batch.ts';
import { clock, isoTime, secondsUntil } from '../../platform/clock.ts';
import { retry } from '../../platform/retry.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  type DeliveryRow,
  type DeliveryUpdate,
  findDelivery,
  recordAttempt,
  recordFinalFailure,
  type StoredDelivery,
} from '../../table/deliveries/deliveries.ts';
import { isTableFailure } from '../../table/dynamodb/write.ts';
import { findWebhook, recordWebhookSuccess, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { forgetExpiredSecret } from '../webhooks/secrets.ts';
import { extendStreak } from './failure-streak.ts';
import { markIfSlow } from './slow-webhooks.ts';

export interface Delivery extends DeliveryRow {
  webhook: StoredWebhook;
  batch: Batch;
}

const backoff = { attemptsMax: 6, baseMs: 100, waitMsMax: 1_000 };

/** With the attempt before and the SDK's own retries after it, the job can still be enqueued within the invocation. */
const recordMsMax = 4_000;

const enqueuedSeconds = 30;

/**
 * The event was sent, so a table that throttles must not send it again: the record is retried, and then left to a job
 * that does nothing else.
 */
export const recordOrEnqueue = async (delivery: Delivery, result: DeliveryResult): Promise<void> => {
  try {
    await recordWithRetries(delivery, result);
  } catch (error) {
    addLogFields({ not_recorded: error instanceof Error ? error.name : String(error) });
    await enqueueJobs([buildDeliveryJob({ ...delivery.job, result }, enqueuedSeconds)]);
  }
};

const recordWithRetries = async (delivery: Delivery, result: DeliveryResult): Promise<void> => {
  const startedMs = performance.now();
  let lastError: unknown;
  await retry(
    backoff,
    async () => {
      try {
        await (lastError === undefined ? recordResult(delivery, result) : recordAgain(delivery, result));
        return true;
      } catch (error) {
        if (!isTableFailure(error) || performance.now() - startedMs > recordMsMax) throw error;
        lastError = error;
        return undefined;
      }
    },
    () => lastError,
  );
};

/** A write that failed may have taken effect. */
const recordAgain = async (delivery: Delivery, result: DeliveryResult): Promise<void> => {
  const { job } = delivery;
  const stored = await findDelivery(job.webhookId, job.event.id);
  if (stored?.attempt_number !== job.attemptNumber) return recordResult(delivery, result);
  if (stored.status === 'retrying') await continueRecorded(job, stored);
};

/** The attempt was recorded, but its retry may not have been enqueued. Of two retries, only one makes an attempt. */
export const continueRecorded = (job: DeliveryJob, { next_attempt_at }: StoredDelivery): Promise<void> =>
  enqueueRetry(job, secondsUntil(next_attempt_at ?? ''));

const enqueueRetry = ({ result, deferrals, ...job }: DeliveryJob, waitSeconds: number): Promise<void> =>
  enqueueJobs([buildDeliveryJob({ ...job, attemptNumber: job.attemptNumber + 1 }, waitSeconds)]);

export const recordResult = async (delivery: Delivery, { attempt, decision }: DeliveryResult): Promise<void> => {
  await markIfSlow(delivery.job, delivery.webhook, attempt, delivery.batch);
  switch (decision.status) {
    case 'delivered':
      return recordSuccess(delivery, { status: decision.status, attempt, next_attempt_at: null });
    case 'retrying': {
      const next_attempt_at = isoTime(clock.now() + decision.waitSeconds * 1000);
      return recordRetry(delivery, { status: decision.status, attempt, next_attempt_at }, decision.waitSeconds);
    }
    case 'failed':
      return recordFailure(delivery, attempt);
  }
};

/** The webhook is written first: a crash in between must not leave a failure streak that this success ended. */
const recordSuccess = async (delivery: Delivery, update: DeliveryUpdate): Promise<void> => {
  const { webhook, batch } = delivery;
  await batch.soon(`success ${webhook.id}`, () => endStreak(delivery));
  await recordAttempt(delivery, update);
};

/** One write every ten seconds is cheaper than one per delivery, and precise enough. */
const lastDeliveryPrecisionMs = 10_000;

const endStreak = async ({ job, webhook }: Delivery): Promise<void> => {
  await forgetExpiredSecret(job.event.workspaceId, webhook);
  const nowMs = clock.now();
  const isOutdated = nowMs - Date.parse(webhook.last_delivery_at ?? isoTime(0)) >= lastDeliveryPrecisionMs;
  if (isOutdated || webhook.failure_count > 0 || (await hasFailures(job)))
    await recordWebhookSuccess(job.event.workspaceId, webhook.id, isoTime(nowMs));
};

/**
 * Reads again: other deliveries may have failed during the attempt, and a success ends their streak, too. A failure
 * that an eventual read misses stays counted until `extendStreak` verifies the streak.
 */
const hasFailures = async ({ event, webhookId }: DeliveryJob): Promise<boolean> =>
  ((await findWebhook(event.workspaceId, webhookId, 'eventual'))?.failure_count ?? 0) > 0;

const recordRetry = async (delivery: Delivery, update: DeliveryUpdate, waitSeconds: number): Promise<void> => {
  if (await recordAttempt(delivery, update)) await enqueueRetry(delivery.job, waitSeconds);
};

/** A failure counts while the webhook is active and still in the generation of the job. That of a test never does. */
const recordFailure = async (delivery: Delivery, attempt: DeliveryAttempt): Promise<void> => {
  const { job } = delivery;
  const update = { status: 'failed', attempt, next_attempt_at: null } as const;
  await retryOnConflict(async () => {
    const webhook = await findWebhook(job.event.workspaceId, job.webhookId);
    const isCounted = !isTestEvent(job.event) && webhook?.is_active && webhook.generation === job.generation;
    return isCounted
      ? recordFinalFailure(delivery, update, webhook, await extendStreak(webhook, attempt))
      : recordAttempt(delivery, update);
  });
};
