import * as z from 'zod/mini';
import { id } from '../id.ts';
import { optionalField } from '../optional-field.ts';
import { eventNames } from '../webhooks/webhook.ts';
import { deliveryAttempt, deliveryStatuses } from './delivery.ts';
import { publicEvent, sentEventNames } from './event.ts';

const time = z.iso.datetime({ offset: true, error: 'must be a time, such as 2026-11-15T09:30:00Z' });

/** Both are compared with the time of the event: `since` is inclusive, `until` is exclusive. */
const period = { since: z.optional(time), until: z.optional(time) };

export const deliveryQuery = z.object({
  status: z.optional(z.enum(deliveryStatuses)),
  event: z.optional(z.enum(sentEventNames)),
  ...period,
});

export type DeliveryFilters = z.output<typeof deliveryQuery>;

export const deliveryParams = z.object({ id, event_id: id });

export const attemptSummary = z.omit(deliveryAttempt, { answer: true });

const count = z.int().check(z.minimum(0));

/** A row of the log, without payload and answers. Counts the attempts since the event was last asked for. */
export const listedDelivery = z.object({
  event_id: z.uuid(),
  event: z.enum(sentEventNames),
  occurred_at: z.iso.datetime(),
  status: z.enum(deliveryStatuses),
  attempt_count: count,
  last_attempt: z.nullable(attemptSummary),
  next_attempt_at: z.nullable(z.iso.datetime()),
});

export type ListedDelivery = z.output<typeof listedDelivery>;

const eventDescription = z.object({
  /** Lists are sorted by it. */
  at: z.iso.datetime(),
  /** The first words of a message, or the new status, or the name of a contact. */
  summary: z.nullable(z.string()),
  /** It says whose the event is, where the event itself does not. */
  conversation_id: z.nullable(z.string()),
  is_test: z.boolean(),
});

export type EventDescription = z.output<typeof eventDescription>;

export const loggedDelivery = z.extend(listedDelivery, eventDescription.shape);

export type LoggedDelivery = z.output<typeof loggedDelivery>;

/** Written as JSON without white space, `payload` is byte for byte the body that was sent. */
export const deliveryDetails = z.extend(listedDelivery, { attempts: z.array(deliveryAttempt), payload: publicEvent });

export type DeliveryDetails = z.output<typeof deliveryDetails>;

export const loggedDeliveryDetails = z.extend(deliveryDetails, { earlier_attempts: z.array(deliveryAttempt) });

export type LoggedDeliveryDetails = z.output<typeof loggedDeliveryDetails>;

/** The cursor continues a recovery that one call could not complete. */
export const recoveryRequest = z.object({ since: time, cursor: optionalField(z.string()) });

export const recovery = z.object({ requested: count });

export type Recovery = z.output<typeof recovery>;

/** Without times, everything that is kept counts. */
export const recoveryQuery = z.object({ since: z.optional(time), until: z.optional(time) });

/** Counts are exact to this many; beyond, and where too many rows would have to be read, they are a minimum. */
export const recoverableCountMax = 1_000;

/** Events in `pending` are on their way, so a recovery leaves them out. `is_exact` is false if there may be more. */
export const recoverableCount = z.object({ count: z.int(), pending: z.int(), is_exact: z.boolean() });

export type RecoverableCount = z.output<typeof recoverableCount>;

export const webhookHealth = z.object({
  /** The newest of the last 24 hours, else of the newest event before. */
  last_attempt: z.nullable(z.extend(deliveryAttempt, { event_id: z.uuid(), event: z.enum(sentEventNames) })),
  last_24_hours: z.object({
    by_status: z.object({
      delivered: z.int(),
      retrying: z.int(),
      failed: z.int(),
      skipped: z.int(),
      requested: z.int(),
    }),
    count: z.int(),
    is_exact: z.boolean(),
  }),
});

export type WebhookHealth = z.output<typeof webhookHealth>;

/** An event matches a status if one of its deliveries has it. */
export const eventQuery = z.object({
  event: z.optional(z.enum(eventNames)),
  status: z.optional(z.enum(deliveryStatuses)),
  webhook_id: z.optional(id),
  ...period,
});

export type EventFilters = z.output<typeof eventQuery>;

/** An event with one delivery per webhook that got it, newest webhook first. */
export const listedEvent = z.object({
  id: z.uuid(),
  event: z.enum(sentEventNames),
  occurred_at: z.iso.datetime(),
  ...eventDescription.shape,
  deliveries: z.array(
    z.object({
      webhook_id: z.uuid(),
      status: z.enum(deliveryStatuses),
      attempt_count: z.int(),
      last_attempt: z.nullable(attemptSummary),
      next_attempt_at: z.nullable(z.iso.datetime()),
    }),
  ),
});

export type ListedEvent = z.output<typeof listedEvent>;
