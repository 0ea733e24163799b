import { ApiError, notFound } from '../../model/api-error.ts';
import { type DeliveryStatus, deliveryStatuses } from '../../model/delivery.ts';
import { isTestEvent } from '../../model/event.ts';
import { clock } from '../../platform/clock.ts';
import { findDelivery, requestRedelivery, type StoredDelivery } from '../../table/webhooks/deliveries.ts';
import { queryDeliveries } from '../../table/webhooks/query-deliveries.ts';
import { readPages } from '../paging.ts';
import { getWebhook } from './webhooks.ts';

const pageSize = 100;

/** For operators who know only the webhook's id. Its deliveries name the workspace. */
export const findWorkspaceOfWebhook = async (webhookId: string): Promise<string> => {
  const newest = { statuses: deliveryStatuses, sinceMs: 0, limit: 1, after: undefined };
  const [delivery] = (await queryDeliveries(webhookId, newest)).items;
  if (!delivery) throw new ApiError('not_found', 'This webhook has no deliveries. Check its id.');
  return delivery.event.workspaceId;
};

export const listDeliveries = async (
  workspaceId: string,
  webhookId: string,
  { status, limit }: { status: DeliveryStatus | undefined; limit: number },
): Promise<StoredDelivery[]> => {
  await getWebhook(workspaceId, webhookId);
  const deliveries: StoredDelivery[] = [];
  const statuses = status === undefined ? deliveryStatuses : [status];
  for await (const page of readDeliveries(webhookId, statuses, 0)) {
    deliveries.push(...page);
    if (deliveries.length >= limit) break;
  }
  return deliveries.slice(0, limit);
};

export const redeliver = async (workspaceId: string, webhookId: string, eventId: string): Promise<StoredDelivery> => {
  await requireActiveWebhook(workspaceId, webhookId);
  const delivery = await findDelivery(webhookId, eventId);
  if (!delivery) throw notFound('delivery');
  if (isInProgress(delivery) || !(await requestRedelivery(delivery))) {
    throw new ApiError('bad_request', 'This delivery is in progress. Try again in a minute.');
  }
  return { ...delivery, status: 'requested', attempts: [], next_attempt_at: null };
};

export const recoverDeliveries = async (
  workspaceId: string,
  webhookId: string,
  sinceMs: number,
  onProgress: (requested: number) => void = () => undefined,
): Promise<{ requested: number }> => {
  await requireActiveWebhook(workspaceId, webhookId);
  let requested = 0;
  for await (const page of readDeliveries(webhookId, ['failed', 'skipped', 'retrying'], sinceMs)) {
    const outcomes = await Promise.all(page.filter(isLost).map(requestRedelivery));
    requested += outcomes.filter(Boolean).length;
    onProgress(requested);
  }
  return { requested };
};

/** A test event has told what it was sent for, so it is not recovered. */
const isLost = (delivery: StoredDelivery): boolean => !isInProgress(delivery) && !isTestEvent(delivery.event);

const readDeliveries = (webhookId: string, statuses: readonly DeliveryStatus[], sinceMs: number) =>
  readPages((page) => queryDeliveries(webhookId, { statuses, sinceMs, ...page }), pageSize);

/** Longer than five receives of a job take, after which SQS dead-letters it. */
const overdueMsMax = 20 * 60 * 1000;

const isInProgress = ({ status, next_attempt_at }: StoredDelivery): boolean =>
  status === 'retrying' && clock.now() - Date.parse(next_attempt_at ?? '') < overdueMsMax;

const requireActiveWebhook = async (workspaceId: string, webhookId: string): Promise<void> => {
  const { is_active } = await getWebhook(workspaceId, webhookId);
  if (is_active) return;
  throw new ApiError('bad_request', 'The webhook is inactive. Switch it on first, with PATCH { "is_active": true }.');
};
