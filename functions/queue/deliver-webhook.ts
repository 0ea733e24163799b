import { deliver } from '../domain/deliveries.ts';
import { deliveryWork } from '../model/delivery.ts';
import { consume } from './consume.ts';

export const handler = consume('deliverWebhook', deliveryWork, deliver);
