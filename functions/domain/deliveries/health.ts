import type { DeliveryStatus } from '../../model/deliveries/delivery.ts';
import { recoverableCountMax, type WebhookHealth } from '../../model/deliveries/delivery-log.ts';
import { isTestEvent } from '../../model/deliveries/event.ts';
import { clock, dayMs } from '../../platform/clock.ts';
import type { DeliverySummary } from '../../table/deliveries/deliveries.ts';
import { queryDeliveries } from '../../table/deliveries/query-deliveries.ts';
import { getStoredWebhook } from '../webhooks/webhooks.ts';

export const getWebhookHealth = async (workspaceId: string, webhookId: string): Promise<WebhookHealth> => {
  await getStoredWebhook(workspaceId, webhookId);
  const read = (sinceMs: number, limit: number) =>
    queryDeliveries(webhookId, { sinceMs, limit, after: undefined, consistency: 'eventual' });
  const { items, next } = await read(clock.now() - dayMs, recoverableCountMax);
  // A test event is not recovered either, so what is lost here is what a recovery finds.
  const counted = items.filter(({ event }) => !isTestEvent(event));
  const newest = items.length > 0 ? items : (await read(0, 1)).items;
  return {
    last_attempt: findLastAttempt(newest),
    last_24_hours: { by_status: countByStatus(counted), count: counted.length, is_exact: next === undefined },
  };
};

const findLastAttempt = (deliveries: readonly DeliverySummary[]): WebhookHealth['last_attempt'] =>
  deliveries
    .flatMap(({ event, attempts, earlier_attempts }) =>
      (attempts.length > 0 ? attempts : earlier_attempts)
        .slice(-1)
        .map((attempt) => ({ ...attempt, event_id: event.id, event: event.name })),
    )
    .reduce<WebhookHealth['last_attempt']>((last, attempt) => (last && last.at >= attempt.at ? last : attempt), null);

const countByStatus = (deliveries: readonly DeliverySummary[]): WebhookHealth['last_24_hours']['by_status'] => {
  const counts: Record<DeliveryStatus, number> = { delivered: 0, retrying: 0, failed: 0, skipped: 0, requested: 0 };
  for (const { status } of deliveries) counts[status] += 1;
  return counts;
};
