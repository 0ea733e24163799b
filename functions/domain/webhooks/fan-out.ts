import { consecutiveFailuresMax, type DeliveryJob } from '../../model/delivery.ts';
import type { Event } from '../../model/event.ts';
import { queryWebhooks, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import type { QueueJob } from '../queues.ts';

/** An event to be told to everybody who listens, or once more to one endpoint alone. */
export interface EventToDeliver {
  event: Event;
  redelivery?: { webhookId: string; attempt_number: number };
}

/** One message for each event and endpoint. The endpoints of a workspace are read once, however much happened in it. */
export const fanOut = async (eventsToDeliver: readonly EventToDeliver[]): Promise<QueueJob[]> => {
  const byWorkspace = Map.groupBy(eventsToDeliver, ({ event }) => event.account_id);
  const jobs = [...byWorkspace].map(async ([workspaceId, workspaceEvents]) => {
    const webhooks = await queryWebhooks(workspaceId);
    return workspaceEvents.flatMap((eventToDeliver) =>
      webhooks
        .filter((webhook) => isSubscribed(webhook, eventToDeliver))
        .map((webhook) => toQueueJob(buildDeliveryJob(webhook, eventToDeliver))),
    );
  });
  return (await Promise.all(jobs)).flat();
};

/** The queue keeps one endpoint's deliveries, first ones and repeated ones, from holding up those of the others. */
export const toQueueJob = (job: DeliveryJob, delaySeconds = 0): QueueJob => ({
  queue: 'deliverWebhook',
  body: job,
  group: job.webhook_id,
  ...(delaySeconds > 0 ? { delaySeconds } : {}),
});

/**
 * An endpoint that failures have switched off still listens: nothing is sent, yet each event is kept as skipped, so
 * that an operator can bring back what it missed. One that its workspace has switched off does not want to know.
 */
const isSubscribed = (
  { id, events, is_active, failure_count }: StoredWebhook,
  { event, redelivery }: EventToDeliver,
): boolean => {
  if (redelivery) return redelivery.webhookId === id;
  return events.includes(event.event) && (is_active || failure_count >= consecutiveFailuresMax);
};

const buildDeliveryJob = ({ id, generation }: StoredWebhook, { event, redelivery }: EventToDeliver): DeliveryJob => {
  const attempt_number = redelivery?.attempt_number ?? 1;
  return { webhook_id: id, generation, event, attempt_number, first_attempt: attempt_number };
};
