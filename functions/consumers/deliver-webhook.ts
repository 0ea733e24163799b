import { deliver } from '../domain/webhooks/deliver.ts';
import { deliveryWork } from '../model/delivery.ts';
import { consume } from './consume-queue.ts';

export const handler = consume('deliverWebhook', deliveryWork, deliver);
