import { ApiError, notFound } from '../../model/api-error.ts';
import { type DeliveryStatus, deliveryStatuses } from '../../model/delivery.ts';
import { clock } from '../../platform/clock.ts';
import {
  findDelivery,
  queryDeliveries,
  requestRedelivery,
  type StoredDelivery,
} from '../../table/webhooks/deliveries.ts';
import { findWebhook, type StoredWebhook } from '../../table/webhooks/webhooks.ts';
import { readPages } from '../paging.ts';

const pageSize = 100;

/** Whose endpoint it is, for those who know its id alone: its deliveries say so. */
export const findWorkspaceOfWebhook = async (webhookId: string): Promise<string> => {
  const newest = { statuses: deliveryStatuses, sinceMs: 0, limit: 1, after: undefined };
  const [delivery] = (await queryDeliveries(webhookId, newest)).items;
  if (!delivery) throw new ApiError('not_found', 'There is no delivery to such a webhook.');
  return delivery.event.account_id;
};

/** The newest deliveries to an endpoint, of one status or all. */
export const listDeliveries = async (
  workspaceId: string,
  webhookId: string,
  { status, limit }: { status: DeliveryStatus | undefined; limit: number },
): Promise<StoredDelivery[]> => {
  await getStoredWebhook(workspaceId, webhookId);
  const deliveries: StoredDelivery[] = [];
  const statuses = status === undefined ? deliveryStatuses : [status];
  for await (const page of readDeliveries(webhookId, statuses, 0)) {
    deliveries.push(...page);
    if (deliveries.length >= limit) break;
  }
  return deliveries.slice(0, limit);
};

/** Has one event delivered to the endpoint again, whatever became of it. The table's stream puts it on its way. */
export const redeliver = async (workspaceId: string, webhookId: string, eventId: string): Promise<StoredDelivery> => {
  await requireActiveWebhook(workspaceId, webhookId);
  const delivery = await findDelivery(webhookId, eventId);
  if (!delivery) throw notFound('delivery');
  if (isInProgress(delivery) || !(await requestRedelivery(delivery))) {
    throw new ApiError('bad_request', 'This delivery is under way; look again in a minute.');
  }
  return { ...delivery, status: 'requested', attempts: [], next_attempt_at: null };
};

/** Has everything delivered again that failed, was skipped or got stuck since then; tells how many, page by page. */
export const recoverDeliveries = async (
  workspaceId: string,
  webhookId: string,
  sinceMs: number,
  onProgress: (requested: number) => void = () => undefined,
): Promise<{ requested: number }> => {
  await requireActiveWebhook(workspaceId, webhookId);
  let requested = 0;
  for await (const page of readDeliveries(webhookId, ['failed', 'skipped', 'retrying'], sinceMs)) {
    const outcomes = await Promise.all(page.filter((delivery) => !isInProgress(delivery)).map(requestRedelivery));
    requested += outcomes.filter(Boolean).length;
    onProgress(requested);
  }
  return { requested };
};

const readDeliveries = (webhookId: string, statuses: readonly DeliveryStatus[], sinceMs: number) =>
  readPages((page) => queryDeliveries(webhookId, { statuses, sinceMs, ...page }), pageSize);

/** Longer than the queue hides a message, five times over, while it tries to have it worked on. */
const overdueMsMax = 20 * 60 * 1000;

const isInProgress = ({ status, next_attempt_at }: StoredDelivery): boolean =>
  status === 'retrying' && clock.now() - Date.parse(next_attempt_at ?? '') < overdueMsMax;

const requireActiveWebhook = async (workspaceId: string, webhookId: string): Promise<void> => {
  const { is_active } = await getStoredWebhook(workspaceId, webhookId);
  if (is_active) return;
  throw new ApiError('bad_request', 'The endpoint is inactive: switch it on first, with PATCH { "is_active": true }.');
};

const getStoredWebhook = async (workspaceId: string, webhookId: string): Promise<StoredWebhook> => {
  const webhook = await findWebhook(workspaceId, webhookId);
  if (!webhook) throw notFound('webhook');
  return webhook;
};
