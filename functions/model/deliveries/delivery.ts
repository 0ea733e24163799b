import * as z from 'zod/mini';

/** `skipped`: the webhook was switched off. `requested`: a redelivery or a test event was asked for. */
export const deliveryStatuses = ['delivered', 'retrying', 'failed', 'skipped', 'requested'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryAttempt = z.object({
  at: z.iso.datetime(),
  /** The HTTP status, or the name of the failure, such as `timeout`. */
  code: z.union([z.number(), z.string()]),
  duration_ms: z.number(),
  answer: z.string(),
});

export type DeliveryAttempt = z.output<typeof deliveryAttempt>;

const decision = z.union([
  z.object({ status: z.enum(['delivered', 'failed']) }),
  z.object({ status: z.literal('retrying'), waitSeconds: z.int() }),
]);

export type Decision = z.output<typeof decision>;

export const deliveryResult = z.object({ attempt: deliveryAttempt, decision });

export type DeliveryResult = z.output<typeof deliveryResult>;

export const consecutiveFailuresMax = 15;

/** Outcomes are ordered by the end of their last attempt, in whatever order they are recorded. */
export const endMs = ({ at, duration_ms }: DeliveryAttempt): number => Date.parse(at) + duration_ms;
