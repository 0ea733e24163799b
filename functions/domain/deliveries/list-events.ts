import type { DeliveryStatus } from '../../model/deliveries/delivery.ts';
import type { EventDescription, EventFilters, ListedEvent } from '../../model/deliveries/delivery-log.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { type DeliverySummary, findDeliveriesAt } from '../../table/deliveries/deliveries.ts';
import { queryDeliveriesOf } from '../../table/deliveries/query-deliveries.ts';
import { queryWebhooks } from '../../table/webhooks/webhooks.ts';
import { fillPage } from '../paging.ts';
import { describeEvent, toPeriod, toProgress } from './delivery-log.ts';

/** Five rows of each partition: with 50 webhooks, that is 850 queries of about one read unit. */
const eventsMax = 20;

/** The events of all webhooks, newest first, each with its deliveries. Deliveries to deleted webhooks are not found. */
export const listEvents = async (
  workspaceId: string,
  { event, status, webhook_id: webhookId, ...period }: EventFilters,
  { limit, after }: PageRequest,
  spend: (webhooks: number) => void = () => undefined,
): Promise<Page<ListedEvent>> => {
  const all = (await queryWebhooks(workspaceId)).map(({ id }) => id);
  const webhookIds = webhookId === undefined ? all : all.filter((id) => id === webhookId);
  const query = { event, ...toPeriod(period), consistency: 'eventual' as const };
  const { items, next } = await fillPage({ limit: Math.min(limit, eventsMax), after }, async (step) => {
    spend(webhookIds.length);
    const { items: deliveries, ...rest } = await queryDeliveriesOf(webhookIds, { ...query, ...step });
    const events = groupByEvent(deliveries, webhookIds);
    return { ...rest, items: status ? events.filter((listed) => hasStatus(listed, status)) : events };
  });
  return { items: await describeEvents(items), next };
};

type GroupedEvent = Omit<ListedEvent, keyof EventDescription>;

/** All deliveries of an event have the same payload, so one of them is read. */
const describeEvents = async (events: readonly GroupedEvent[]): Promise<ListedEvent[]> => {
  const rows = events.flatMap(({ id, deliveries }) =>
    deliveries.slice(0, 1).map(({ webhook_id }) => ({ webhookId: webhook_id, eventId: id })),
  );
  const found = new Map((await findDeliveriesAt(rows)).map(({ event }) => [event.id, event]));
  return events.flatMap((listed) => {
    const event = found.get(listed.id);
    return event ? { ...listed, ...describeEvent(event) } : [];
  });
};

const hasStatus = ({ deliveries }: GroupedEvent, wanted: DeliveryStatus): boolean =>
  deliveries.some(({ status }) => status === wanted);

const groupByEvent = (deliveries: readonly DeliverySummary[], webhookIds: readonly string[]): GroupedEvent[] =>
  [...Map.groupBy(deliveries, ({ event }) => event.id)].flatMap(([id, ofEvent]) => {
    const [first] = ofEvent;
    if (!first) return [];
    const rank = ({ webhook_id }: DeliverySummary): number => webhookIds.indexOf(webhook_id);
    return {
      id,
      event: first.event.name,
      occurred_at: first.event.occurredAt,
      deliveries: ofEvent
        .toSorted((left, right) => rank(left) - rank(right))
        .map(({ webhook_id, ...delivery }) => ({ webhook_id, ...toProgress({ webhook_id, ...delivery }) })),
    };
  });
