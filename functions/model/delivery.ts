import * as z from 'zod/mini';
import { event } from './event.ts';

/**
 * What has become of an event at an endpoint. It is `skipped` while the endpoint is switched off, and `requested` when
 * an operator wants it delivered again.
 */
export const deliveryStatuses = ['delivered', 'retrying', 'failed', 'skipped', 'requested'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. */
export const deliveryWork = z.object({
  webhook_id: z.uuid(),
  /** Of the endpoint when this was put on its way: failures of an earlier epoch do not count. */
  epoch: z.int(),
  event,
  /** Each attempt and each skipping is a turn. A turn is taken once, however often its message comes. */
  turn: z.int().check(z.minimum(1)),
  /** The turn with which these attempts began; it is beyond 1 when the event is delivered again. */
  first_turn: z.int().check(z.minimum(1)),
});

export type DeliveryWork = z.output<typeof deliveryWork>;

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
export const failuresMax = 15;
