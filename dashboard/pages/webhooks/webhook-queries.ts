import type { OperationId } from '../../../functions/dashboard/operations.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';

/** The reads that show a webhook. */
export const webhookReads: readonly OperationId[] = ['listWebhooks', 'getWebhook', 'listIntegrations'];

/** The reads that show its deliveries. */
export const deliveryReads: readonly OperationId[] = [
  'getWebhook',
  'getWebhookHealth',
  'listDeliveries',
  'getDelivery',
  'countRecoverable',
  'listEvents',
];

export const useTurnOn = () => {
  const update = useOperation('updateWebhook', webhookReads, { done: webhookTexts.turnOn.done });
  const turnOn = (webhookId: string, onDone?: () => void) =>
    update.mutate({ params: { id: webhookId }, input: { is_active: true } }, { onSuccess: () => onDone?.() });
  return { turnOn, isPending: update.isPending, error: update.error };
};

export const useHealth = (webhookId: string, everyMs: number | false, isEnabled = true) =>
  useLive('getWebhookHealth', { id: webhookId }, { everyMs, isEnabled });
