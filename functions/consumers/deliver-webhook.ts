import { deliver } from '../domain/webhooks/deliver.ts';
import { deliveryWork } from '../model/delivery.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('deliverWebhook', deliveryWork, deliver);
