import {
  consecutiveFailuresMax,
  type DeliveryAttempt,
  type DeliveryResult,
  endMs,
} from '../../model/deliveries/delivery.ts';
import { isTestEvent } from '../../model/deliveries/event.ts';
import { buildDeliveryJob, type DeliveryJob } from '../../model/jobs/deliveries.ts';
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
import { findWebhook, type StoredWebhook, touchWebhook } from '../../table/webhooks/webhooks.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { forgetExpiredSecret } from '../webhooks/secrets.ts';
import { endStreak, verifyStreak } from './failure-streak.ts';
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
  await finishRecorded(delivery, stored);
};

/** The attempt was recorded, but not what follows. Of two retries, only one makes an attempt. */
export const finishRecorded = async (
  delivery: Delivery,
  { status, attempts, next_attempt_at }: StoredDelivery,
): Promise<void> => {
  const { job } = delivery;
  const attempt = attempts.at(-1);
  if (status === 'retrying') await enqueueRetry(job, secondsUntil(next_attempt_at ?? ''));
  if (status === 'delivered' && attempt) await finishSuccess(delivery, attempt);
  if (status === 'failed') await verifyStreak(job.event.workspaceId, job.webhookId);
};

const enqueueRetry = ({ result, deferrals, ...job }: DeliveryJob, waitSeconds: number): Promise<void> =>
  enqueueJobs([buildDeliveryJob({ ...job, attemptNumber: job.attemptNumber + 1 }, waitSeconds)]);

export const recordResult = async (delivery: Delivery, { attempt, decision }: DeliveryResult): Promise<void> => {
  await markIfSlow(delivery.job, delivery.webhook, attempt, delivery.batch);
  switch (decision.status) {
    case 'delivered':
      await recordAttempt(delivery, { status: decision.status, attempt, next_attempt_at: null });
      return finishSuccess(delivery, attempt);
    case 'retrying': {
      const next_attempt_at = isoTime(clock.now() + decision.waitSeconds * 1000);
      await recordRetry(delivery, { status: decision.status, attempt, next_attempt_at }, decision.waitSeconds);
      return touchSoon(delivery, attempt);
    }
    case 'failed':
      await recordFailure(delivery, attempt);
      return touchSoon(delivery, attempt);
  }
};

/**
 * The row is written before the webhook is read: a failure that this read misses is counted later, and finds the row.
 * An eventual read costs half; it may also miss one that was counted within the replication lag, which then counts until
 * the next success or until the streak is verified.
 */
const finishSuccess = async (delivery: Delivery, success: DeliveryAttempt): Promise<void> => {
  const { webhook, batch, job } = delivery;
  const { workspaceId } = job.event;
  await batch.soon(`success ${webhook.id}`, success, async (successes) => {
    await forgetExpiredSecret(workspaceId, webhook);
    const consistency = webhook.failure_count > 0 ? 'strong' : 'eventual';
    const current = (await touch(delivery, successes)) ?? (await findWebhook(workspaceId, webhook.id, consistency));
    if (current && current.failure_count > 0)
      await endStreak(workspaceId, webhook.id, Math.max(...successes.map(endMs)));
  });
};

/** One write every ten seconds is cheaper than one per delivery. Ten may come at once, so few deliveries all write. */
const touchEveryMs = 10_000;
const touchesSavedMax = 10;

const touch = async ({ job, webhook }: Delivery, attempts: DeliveryAttempt[]): Promise<StoredWebhook | undefined> => {
  const { touched_until = isoTime(0), id } = webhook;
  const atMs = Math.max(...attempts.map(({ at }) => Date.parse(at)));
  const untilMs = Math.max(Date.parse(touched_until), atMs) + touchEveryMs;
  if (untilMs > atMs + touchesSavedMax * touchEveryMs) return undefined;
  return touchWebhook(job.event.workspaceId, id, isoTime(atMs), isoTime(untilMs));
};

const touchSoon = async (delivery: Delivery, attempt: DeliveryAttempt): Promise<void> => {
  await delivery.batch.soon(`touch ${delivery.webhook.id}`, attempt, (attempts) => touch(delivery, attempts));
};

const recordRetry = async (delivery: Delivery, update: DeliveryUpdate, waitSeconds: number): Promise<void> => {
  if (await recordAttempt(delivery, update)) await enqueueRetry(delivery.job, waitSeconds);
};

const recordFailure = async (delivery: Delivery, attempt: DeliveryAttempt): Promise<void> => {
  const { workspaceId } = delivery.job.event;
  const { webhookId } = delivery.job;
  const update = { status: 'failed', attempt, next_attempt_at: null } as const;
  const isFirst = await retryOnConflict(async () => {
    let webhook = await findWebhook(workspaceId, webhookId);
    if (webhook?.failures_ms?.length === consecutiveFailuresMax - 1) {
      await verifyStreak(workspaceId, webhookId, true);
      webhook = await findWebhook(workspaceId, webhookId);
    }
    if (!webhook || !isCounted(delivery, webhook, endMs(attempt))) {
      await recordAttempt(delivery, update);
      return false;
    }
    const outcome = await recordFinalFailure(delivery, update, webhook, endMs(attempt));
    return outcome === 'conflict' ? outcome : !webhook.failures_ms?.length;
  });
  if (isFirst) await verifyStreak(workspaceId, webhookId);
};

/** A failure counts while the webhook is active and still in the generation of the job. That of a test never does. */
const isCounted = ({ job }: Delivery, webhook: StoredWebhook, failureMs: number): boolean =>
  !isTestEvent(job.event) &&
  webhook.is_active &&
  webhook.generation === job.generation &&
  failureMs > (webhook.succeeded_ms ?? 0);
