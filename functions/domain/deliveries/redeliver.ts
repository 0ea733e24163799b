import { ApiError, notFound } from '../../model/api-error.ts';
import { clock } from '../../platform/clock.ts';
import {
  type DeliverySummary,
  findDelivery,
  requestRedelivery,
  type StoredDelivery,
} from '../../table/deliveries/deliveries.ts';
import { queryDeliveries } from '../../table/deliveries/query-deliveries.ts';
import { getStoredWebhook } from '../webhooks/webhooks.ts';

/** Operators know only the webhook's id; its deliveries name the workspace. */
export const findWorkspaceOfWebhook = async (webhookId: string): Promise<string> => {
  const [delivery] = (await queryDeliveries(webhookId, { sinceMs: 0, limit: 1, after: undefined })).items;
  if (!delivery) throw new ApiError('not_found', 'This webhook has no deliveries. Check its id.');
  return delivery.event.workspaceId;
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

/** This is longer than five receives of a job take, after which SQS dead-letters it. */
const overdueMsMax = 20 * 60 * 1000;

export const isInProgress = ({ status, next_attempt_at }: DeliverySummary): boolean =>
  status === 'retrying' && clock.now() - Date.parse(next_attempt_at ?? '') < overdueMsMax;

export const requireActiveWebhook = async (workspaceId: string, webhookId: string): Promise<void> => {
  const { is_active } = await getStoredWebhook(workspaceId, webhookId);
  if (is_active) return;
  throw new ApiError('bad_request', 'The webhook is inactive. Switch it on first, with PATCH { "is_active": true }.');
};
