import type { DeliveryResult } from '../../model/deliveries/delivery.ts';
import type { DeliveryJob } from '../../model/jobs/deliveries.ts';
import { createBatch } from '../../platform/batch.ts';
import { findDelivery, recordAttempt } from '../../table/deliveries/deliveries.ts';
import { findWebhook, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { isAboutErasedContact } from '../erased-contacts.ts';
import { addLogFields } from '../log.ts';
import { attemptDelivery } from './attempt.ts';
import { type Delivery, finishRecorded, recordOrEnqueue, recordResult } from './record-attempt.ts';
import { decide } from './retry-policy.ts';
import { deferAttempt, isSlow, takeWorkerSlot } from './slow-webhooks.ts';

/**
 * Makes one attempt to deliver an event to a webhook. The receiver's errors are recorded and acknowledged. Our own
 * errors throw, so SQS redelivers the job and nothing is counted.
 */
export const deliver = async (job: DeliveryJob, receiveCount: number, batch = createBatch()): Promise<void> => {
  addJobFields(job);
  // A job on its first receive cannot have been attempted before, which saves a read.
  const isNew = job.attemptNumber === 1 && receiveCount <= 1 && !job.result && !job.deferrals;
  const [webhook, stored] = await Promise.all([
    batch.once(`webhook ${job.webhookId}`, () => findTarget(job)),
    isNew ? undefined : findDelivery(job.webhookId, job.event.id),
  ]);
  if (webhook && stored?.attempt_number === job.attemptNumber)
    await finishRecorded({ job, stored, webhook, batch }, stored);
  if (!webhook || (stored?.attempt_number ?? 0) !== job.attemptNumber - 1)
    return addLogFields({ outcome: 'skipped', reason: webhook ? 'already_attempted' : 'webhook_deleted' });
  if (await isAboutErasedContact(job.event, webhook))
    return addLogFields({ outcome: 'skipped', reason: 'contact_erased' });
  const delivery = { job, stored, webhook, batch };
  if (job.result) return recordResult(delivery, job.result);
  if (!webhook.is_active) return recordSkip(delivery);
  if (isSlow(webhook) && !(await takeWorkerSlot(job, batch))) return deferAttempt(job);
  await recordOrEnqueue(delivery, await attemptAndDecide(job, webhook));
};

/**
 * An eventual read costs half. A webhook that it shows as missing or inactive may have been created or activated since.
 */
const findTarget = async ({ event: { workspaceId }, webhookId }: DeliveryJob): Promise<StoredWebhook | undefined> => {
  const webhook = await findWebhook(workspaceId, webhookId, 'eventual');
  return webhook?.is_active ? webhook : findWebhook(workspaceId, webhookId);
};

const recordSkip = async (delivery: Delivery): Promise<void> => {
  addLogFields({ outcome: 'skipped', reason: 'webhook_inactive' });
  await recordAttempt(delivery, { status: 'skipped', attempt: undefined, next_attempt_at: null });
};

const attemptAndDecide = async (job: DeliveryJob, webhook: StoredWebhook): Promise<DeliveryResult> => {
  const { result, record: attempt } = await attemptDelivery(webhook, job.event);
  const decision = decide(result, job.attemptNumber - job.firstAttempt + 1, Math.random());
  addLogFields({
    outcome: outcomeByStatus[decision.status],
    code: attempt.code,
    target_ms: attempt.duration_ms,
    since_event_ms: Date.parse(attempt.at) - Date.parse(job.event.occurredAt),
  });
  return { attempt, decision };
};

const outcomeByStatus = { delivered: 'delivered', retrying: 'retry', failed: 'undelivered' } as const;

const addJobFields = ({ webhookId, event, attemptNumber, firstAttempt, deferrals }: DeliveryJob): void =>
  addLogFields({
    workspace_id: event.workspaceId,
    webhook_id: webhookId,
    event_id: event.id,
    event: event.name,
    attempt: attemptNumber - firstAttempt + 1,
    attempt_number: attemptNumber,
    ...(deferrals === undefined ? {} : { deferrals }),
  });

/** A delivery that succeeds at once needs few words: its row tells the rest. */
export const summarizeDelivery = (line: Record<string, unknown>): string | undefined => {
  const { outcome, attempt_number, receive_count, deferrals, not_recorded } = line;
  const isOrdinary = outcome === 'delivered' && attempt_number === 1 && receive_count === 1;
  if (!isOrdinary || deferrals !== undefined || not_recorded !== undefined) return undefined;
  const { webhook_id, event_id, request_id = '-', code, target_ms, since_event_ms } = line;
  return [webhook_id, event_id, request_id, code, target_ms, since_event_ms].join(' ');
};
