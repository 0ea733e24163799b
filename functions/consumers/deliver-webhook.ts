import { deliver, summarizeDelivery } from '../domain/deliveries/deliver.ts';
import { deliveryJob } from '../model/jobs/deliveries.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('deliverWebhook', deliveryJob, deliver, summarizeDelivery);
