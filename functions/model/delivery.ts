import * as z from 'zod/mini';
import { event } from './event.ts';

/** `skipped`: the webhook was switched off. `requested`: a redelivery or a test event was asked for. */
export const deliveryStatuses = ['delivered', 'retrying', 'failed', 'skipped', 'requested'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryJob = z.object({
  webhookId: z.uuid(),
  /** The webhook's generation at fan-out. A failure counts only within its generation. */
  generation: z.int(),
  event,
  /** Every attempt or skip has a number and is recorded once, even if SQS delivers the job twice. */
  attemptNumber: z.int().check(z.minimum(1)),
  /** The number of the first attempt since the event was sent or redelivered. */
  firstAttempt: z.int().check(z.minimum(1)),
});

export type DeliveryJob = z.output<typeof deliveryJob>;

export interface DeliveryAttempt {
  at: string;
  code: number | string;
  duration_ms: number;
  answer: string;
}

export const consecutiveFailuresMax = 15;
