import { consecutiveFailuresMax, type DeliveryJob } from '../../model/deliveries/delivery.ts';
import type { Event } from '../../model/deliveries/event.ts';
import { queryWebhooks, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import type { QueueJob } from '../queues.ts';

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
          ...toQueueJob(buildDeliveryJob(webhook, eventToDeliver)),
          requestId: eventToDeliver.requestId,
        })),
    );
  });
};

export const toQueueJob = (job: DeliveryJob, delaySeconds = 0): QueueJob => ({
  queue: 'deliverWebhook',
  body: job,
  group: toGroup(job),
  ...(delaySeconds > 0 ? { delaySeconds } : {}),
});

const groupsPerWorkspace = 4;

/**
 * SQS fair queues hold back a group that takes up a tenth of the workers, so a workspace with many webhooks must have
 * few groups. With more than one, its own webhooks do not all wait for its slowest.
 */
const toGroup = ({ webhookId, event }: DeliveryJob): string =>
  `${event.workspaceId}-${Number.parseInt(webhookId.slice(-1), 16) % groupsPerWorkspace}`;

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

const buildDeliveryJob = ({ id, generation }: StoredWebhook, { event, redelivery }: EventToDeliver): DeliveryJob => {
  const attemptNumber = redelivery?.attemptNumber ?? 1;
  return { webhookId: id, generation, event, attemptNumber, firstAttempt: attemptNumber };
};
