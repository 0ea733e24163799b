import * as z from 'zod/mini';
import { event } from './event.ts';

/**
 * What has become of an event at an endpoint. It is `skipped` while the endpoint is switched off, and `requested` when
 * an operator wants it delivered again.
 */
export const deliveryStatuses = ['delivered', 'retrying', 'failed', 'skipped', 'requested'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. */
export const deliveryJob = z.object({
  webhook_id: z.uuid(),
  /** Of the endpoint when this was put on its way: failures of an earlier generation do not count. */
  generation: z.int(),
  event,
  /** Counts attempts and skips. Each number is used once, however often its job is received. */
  attempt_number: z.int().check(z.minimum(1)),
  /** The number of the first attempt of this series; above 1 when the event is redelivered. */
  first_attempt: z.int().check(z.minimum(1)),
});

export type DeliveryJob = z.output<typeof deliveryJob>;

/** One call of an endpoint and what came of it. */
export interface DeliveryAttempt {
  at: string;
  /** The status of the answer, or what stood in the way of one. */
  code: number | string;
  duration_ms: number;
  /** The beginning of the answer's body. */
  answer: string;
}

/** Events that fail one after the other until the endpoint is switched off. */
export const consecutiveFailuresMax = 15;
