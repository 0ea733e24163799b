import * as z from 'zod/mini';
import { deliveryResult } from '../deliveries/delivery.ts';
import { event } from '../deliveries/event.ts';
import { delay, type QueueJob } from './job.ts';

export const deliveryJob = z.object({
  webhookId: z.uuid(),
  /** The webhook's generation at fan-out. A failure counts only within its generation. */
  generation: z.int(),
  event,
  /** Every attempt or skip has a number and is recorded once, even if SQS delivers the job twice. */
  attemptNumber: z.int().check(z.minimum(1)),
  /** The number of the first attempt since the event was sent or redelivered. */
  firstAttempt: z.int().check(z.minimum(1)),
  /** The result of an attempt that was made but could not be recorded. Such a job only records it. */
  result: z.optional(deliveryResult),
  /** How often the attempt was put off because slow webhooks of the workspace take up its workers. */
  deferrals: z.optional(z.int()),
});

export type DeliveryJob = z.output<typeof deliveryJob>;

export const buildDeliveryJob = (job: DeliveryJob, delaySeconds = 0): QueueJob => ({
  queue: 'deliverWebhook',
  body: job,
  group: toDeliveryGroup(job),
  ...delay(delaySeconds),
});

const deliveryGroupsPerWorkspace = 4;

/**
 * SQS fair queues hold back a group that takes up a tenth of the workers, so a workspace with many webhooks must have
 * few groups. With more than one, its own webhooks do not all wait for its slowest.
 */
const toDeliveryGroup = ({ webhookId, event: { workspaceId } }: DeliveryJob): string =>
  `${workspaceId}-${Number.parseInt(webhookId.slice(-1), 16) % deliveryGroupsPerWorkspace}`;
