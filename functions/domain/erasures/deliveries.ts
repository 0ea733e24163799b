import { removeDeliveryRows } from '../../table/deliveries/deliveries.ts';
import { queryWebhooks } from '../../table/webhooks/webhooks.ts';

/**
 * Removes the rows with the payloads of these events and the receivers' answers to them. A retry or redelivery that is
 * queued finds no row and makes no attempt.
 */
export const removeDeliveries = async (workspaceId: string, eventIds: readonly string[]): Promise<number> => {
  if (eventIds.length === 0) return 0;
  const webhooks = await queryWebhooks(workspaceId);
  return removeDeliveryRows(
    webhooks.map(({ id }) => id),
    eventIds,
  );
};
