import { consecutiveFailuresMax } from '../../model/deliveries/delivery.ts';
import type { Event } from '../../model/deliveries/event.ts';
import { buildDeliveryJob, type DeliveryJob } from '../../model/jobs/deliveries.ts';
import type { QueueJob } from '../../model/jobs/job.ts';
import { querySubscribers } from '../../table/feeds/feeds.ts';
import type { StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { appendToFeeds } from '../feeds/append.ts';

export interface EventToDeliver {
  event: Event;
  redelivery?: { webhookId: string; attemptNumber: number };
  requestId?: string | undefined;
}

interface FanOut {
  deliveries: Promise<QueueJob[]>[];
  feeds: Promise<void>[];
}

/**
 * One job per event and subscribed webhook, and the events for feeds, by workspace. The webhooks and feeds of a workspace
 * are read once per batch.
 */
export const fanOut = (eventsToDeliver: readonly EventToDeliver[]): FanOut => {
  const workspaces = [...Map.groupBy(eventsToDeliver, ({ event }) => event.workspaceId)].map(
    ([workspaceId, events]) => ({ events, subscribers: querySubscribers(workspaceId) }),
  );
  return {
    deliveries: workspaces.map(async ({ events, subscribers }) => toJobs((await subscribers).webhooks, events)),
    feeds: workspaces.map(async ({ events, subscribers }) =>
      appendToFeeds((await subscribers).feeds, listNewEvents(events)),
    ),
  };
};

const listNewEvents = (events: readonly EventToDeliver[]): Event[] =>
  events.filter(({ redelivery }) => !redelivery).map(({ event }) => event);

const toJobs = (webhooks: readonly StoredWebhook[], eventsToDeliver: readonly EventToDeliver[]): QueueJob[] =>
  eventsToDeliver.flatMap((eventToDeliver) =>
    webhooks
      .filter((webhook) => isSubscribed(webhook, eventToDeliver))
      .map((webhook) => ({ ...buildDeliveryJob(toJob(webhook, eventToDeliver)), requestId: eventToDeliver.requestId })),
  );

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
