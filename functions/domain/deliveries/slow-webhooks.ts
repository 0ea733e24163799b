import type { DeliveryAttempt } from '../../model/deliveries/delivery.ts';
import { buildDeliveryJob, type DeliveryJob } from '../../model/jobs/deliveries.ts';
import type { Batch } from '../../platform/batch.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { toDeferSeconds } from '../../platform/retry.ts';
import { leaseWorkerSlot, workerSlotsMax } from '../../table/deliveries/worker-slots.ts';
import { markWebhookSlow, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

/**
 * A worker is taken up until the slowest attempt of its batch ends, and SQS fair queues only choose who gets the next
 * free one. So a slow webhook is marked, and those of one workspace share a few workers.
 */
const slowMs = 1_000;
const markMs = 10 * 60 * 1000;
const markPrecisionMs = 5 * 60 * 1000;

export const isSlow = ({ slow_until }: StoredWebhook): boolean =>
  slow_until !== undefined && toMs(slow_until) > clock.now();

export const markIfSlow = async (
  { event }: DeliveryJob,
  { id, slow_until = isoTime(0) }: StoredWebhook,
  { duration_ms }: DeliveryAttempt,
  batch: Batch,
): Promise<void> => {
  const nowMs = clock.now();
  if (duration_ms < slowMs || toMs(slow_until) > nowMs + markPrecisionMs) return;
  await batch.once(`mark ${id}`, () => markWebhookSlow(event.workspaceId, id, isoTime(nowMs + markMs)));
};

export const takeWorkerSlot = ({ event: { workspaceId } }: DeliveryJob, batch: Batch): Promise<boolean> =>
  batch.once(`slot ${workspaceId}`, async () => {
    const first = Math.floor(Math.random() * workerSlotsMax);
    const release =
      (await leaseWorkerSlot(workspaceId, first)) ?? (await leaseWorkerSlot(workspaceId, (first + 1) % workerSlotsMax));
    if (release) batch.atEnd(release);
    return release !== undefined;
  });

export const deferAttempt = async (job: DeliveryJob): Promise<void> => {
  const deferrals = (job.deferrals ?? 0) + 1;
  addLogFields({ outcome: 'deferred', deferrals });
  await enqueueJobs([buildDeliveryJob({ ...job, deferrals }, toDeferSeconds(deferrals))]);
};

const toMs = (time: string): number => Date.parse(time);
