import { notFound } from '../../model/api-error.ts';
import type {
  DeliveryDetails,
  DeliveryFilters,
  EventDescription,
  ListedDelivery,
  LoggedDelivery,
  LoggedDeliveryDetails,
} from '../../model/deliveries/delivery-log.ts';
import { isTestEvent, toPublicEvent } from '../../model/deliveries/event.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { isoTime } from '../../platform/clock.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { type DeliverySummary, findDelivery } from '../../table/deliveries/deliveries.ts';
import { queryDeliveries } from '../../table/deliveries/query-deliveries.ts';
import { fillPage } from '../paging.ts';
import { getStoredWebhook } from '../webhooks/webhooks.ts';

/**
 * The newest come first. Both are read in parallel; `getStoredWebhook` throws when the webhook belongs to another workspace.
 */
export const listDeliveries = async (
  workspaceId: string,
  webhookId: string,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<Page<ListedDelivery>> => {
  const { items, next } = await readDeliveries(workspaceId, webhookId, filters, page);
  return { items: items.map(toListedDelivery), next };
};

/** Adds what each event is about. */
export const listLoggedDeliveries = async (
  workspaceId: string,
  webhookId: string,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<Page<LoggedDelivery>> => {
  const { items, next } = await readDeliveries(workspaceId, webhookId, filters, page, true);
  return {
    items: items.map((delivery) => ({ ...toListedDelivery(delivery), ...describeEvent(delivery.event) })),
    next,
  };
};

export const readDeliveries = async (
  workspaceId: string,
  webhookId: string,
  { status, event, since, until }: DeliveryFilters,
  page: PageRequest,
  hasData = false,
): Promise<Page<DeliverySummary>> => {
  const consistency = page.mayLag ? ('eventual' as const) : ('strong' as const);
  const query = { ...(status && { statuses: [status] }), event, ...toPeriod({ since, until }), consistency, hasData };
  const reading = fillPage(page, async (step) => {
    const { items, ...rest } = await queryDeliveries(webhookId, { ...query, ...step });
    return { ...rest, items: items.map((delivery) => ({ ...delivery, id: delivery.event.id })) };
  });
  const [deliveries] = await Promise.all([reading, getStoredWebhook(workspaceId, webhookId)]);
  return deliveries;
};

const summaryCharactersMax = 120;

/** Lists are sorted by the time in an event's id: when we learned of it. A channel may have kept it for a while. */
export const describeEvent = ({ id, data = {}, ...event }: DeliverySummary['event']): EventDescription => {
  const { text, content_type, status, name, phone, social_username, message, conversation_id } = subjectOf(data);
  const subject = text ?? content_type ?? status ?? name ?? phone ?? social_username ?? message;
  return {
    at: isoTime(idTimeMs(id)),
    summary: typeof subject === 'string' ? [...subject].slice(0, summaryCharactersMax).join('') : null,
    conversation_id: typeof conversation_id === 'string' && !isTestEvent(event) ? conversation_id : null,
    is_test: isTestEvent(event),
  };
};

/** The contact or broadcast of an event that shows it as the API does. A broadcast is known by its name. */
const subjectOf = ({ contact, broadcast, ...data }: Record<string, unknown>): Record<string, unknown> =>
  broadcast ? { name: Object(broadcast).name } : { ...Object(contact), ...data };

type Period = Pick<DeliveryFilters, 'since' | 'until'>;

export const toPeriod = ({ since, until }: Period) => ({
  sinceMs: since === undefined ? 0 : Date.parse(since),
  untilMs: until === undefined ? undefined : Date.parse(until),
});

export const getDelivery = async (
  workspaceId: string,
  webhookId: string,
  eventId: string,
): Promise<DeliveryDetails> => {
  const { earlier_attempts, ...delivery } = await getLoggedDelivery(workspaceId, webhookId, eventId);
  return delivery;
};

/** Includes the attempts from before the event was last asked for. */
export const getLoggedDelivery = async (
  workspaceId: string,
  webhookId: string,
  eventId: string,
): Promise<LoggedDeliveryDetails> => {
  const [delivery] = await Promise.all([findDelivery(webhookId, eventId), getStoredWebhook(workspaceId, webhookId)]);
  if (!delivery) throw notFound('delivery');
  const { event, attempts, earlier_attempts } = delivery;
  return { ...toListedDelivery(delivery), attempts, payload: toPublicEvent(event), earlier_attempts };
};

export const toListedDelivery = ({ event, ...delivery }: DeliverySummary): ListedDelivery => ({
  event_id: event.id,
  event: event.name,
  occurred_at: event.occurredAt,
  ...toProgress(delivery),
});

export const toProgress = ({ status, attempts, next_attempt_at }: Omit<DeliverySummary, 'event'>) => {
  const { answer, ...last } = attempts.at(-1) ?? {};
  return { status, attempt_count: attempts.length, last_attempt: 'at' in last ? last : null, next_attempt_at };
};
