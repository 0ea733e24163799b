import type { OperationId } from '../../../functions/dashboard/operations.ts';

/** The reads that show a webhook. */
export const webhookReads: readonly OperationId[] = ['listWebhooks', 'getWebhook', 'listIntegrations'];

/** The reads that show what became of its deliveries. */
export const deliveryReads: readonly OperationId[] = [
  'getWebhook',
  'getWebhookHealth',
  'listDeliveries',
  'getDelivery',
  'countRecoverable',
  'listEvents',
];
