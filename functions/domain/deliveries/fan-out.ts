import { consecutiveFailuresMax } from '../../model/deliveries/delivery.ts';
import type { Event } from '../../model/deliveries/event.ts';
import { buildDeliveryJob, type DeliveryJob, type QueueJob } from '../../model/jobs.ts';
import { queryWebhooks, type StoredWebhook } from '../../table/webhooks/webhooks.ts';

export interface EventToDeliver {
  event: Event;
  redelivery?: { webhookId: string; attemptNumber: number };
  requestId?: string | undefined;
}

/** One job per event and subscribed webhook, by workspace. The webhooks of a workspace are read once per batch. */
export const fanOut = (eventsToDeliver: readonly EventToDeliver[]): Promise<QueueJob[]>[] => {
  const byWorkspace = Map.groupBy(eventsToDeliver, ({ event }) => event.workspaceId);
  return [...byWorkspace].map(async ([workspaceId, workspaceEvents]) => {
    const webhooks = await queryWebhooks(workspaceId);
    return workspaceEvents.flatMap((eventToDeliver) =>
      webhooks
        .filter((webhook) => isSubscribed(webhook, eventToDeliver))
        .map((webhook) => ({
          ...buildDeliveryJob(toJob(webhook, eventToDeliver)),
          requestId: eventToDeliver.requestId,
        })),
    );
  });
};

/**
 * A webhook that failures switched off stays subscribed: its events are recorded as skipped, so an operator can recover
 * them. A webhook that its workspace switched off gets none.
 */
const isSubscribed = (
  { id, events, is_active, failure_count }: StoredWebhook,
  { event, redelivery }: EventToDeliver,
): boolean => {
  if (redelivery) return redelivery.webhookId === id;
  return events.some((name) => name === event.name) && (is_active || failure_count >= consecutiveFailuresMax);
};

const toJob = ({ id, generation }: StoredWebhook, { event, redelivery }: EventToDeliver): DeliveryJob => {
  const attemptNumber = redelivery?.attemptNumber ?? 1;
  return { webhookId: id, generation, event, attemptNumber, firstAttempt: attemptNumber };
};
