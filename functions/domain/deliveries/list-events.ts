import type { EventFilters, ListedEvent } from '../../model/deliveries/delivery-log.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { DeliverySummary } from '../../table/deliveries/deliveries.ts';
import { queryDeliveriesOf } from '../../table/deliveries/query-deliveries.ts';
import { queryWebhooks } from '../../table/webhooks/webhooks.ts';
import { fillPage } from '../paging.ts';
import { toPeriod, toProgress } from './delivery-log.ts';

/** Five rows of each partition: with 50 webhooks, that is 850 queries of about one read unit. */
const eventsMax = 20;

/** The events of all webhooks, newest first, each with its deliveries. Deliveries to deleted webhooks are not found. */
export const listEvents = async (
  workspaceId: string,
  { event, ...period }: EventFilters,
  { limit, after }: PageRequest,
): Promise<Page<ListedEvent>> => {
  const webhookIds = (await queryWebhooks(workspaceId)).map(({ id }) => id);
  const query = { event, ...toPeriod(period), consistency: 'eventual' as const };
  return fillPage({ limit: Math.min(limit, eventsMax), after }, async (step) => {
    const { items, ...rest } = await queryDeliveriesOf(webhookIds, { ...query, ...step });
    return { ...rest, items: groupByEvent(items, webhookIds) };
  });
};

const groupByEvent = (deliveries: readonly DeliverySummary[], webhookIds: readonly string[]): ListedEvent[] =>
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
