import * as z from 'zod/mini';
import { event } from './event.ts';

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

const deliveryResult = z.object({ attempt: deliveryAttempt, decision });

export type DeliveryResult = z.output<typeof deliveryResult>;

export const deliveryJob = z.object({
  webhookId: z.uuid(),
  /** The webhook's generation at fan-out. A failure counts only within its generation. */
  generation: z.int(),
  event,
  /** Every attempt or skip has a number and is recorded once, even if SQS delivers the job twice. */
  attemptNumber: z.int().check(z.minimum(1)),
  /** The number of the first attempt since the event was sent or redelivered. */
  firstAttempt: z.int().check(z.minimum(1)),
  /** Of an attempt that was made but could not be recorded. Such a job only records it. */
  result: z.optional(deliveryResult),
  /** How often the attempt was put off because slow webhooks of the workspace take up its workers. */
  deferrals: z.optional(z.int()),
});

export type DeliveryJob = z.output<typeof deliveryJob>;

export const consecutiveFailuresMax = 15;
