import * as z from 'zod/mini';
import { eventNames } from './webhook.ts';

/** What an endpoint is told, in this order of keys. */
export const event = z.object({
  /** The same whenever the same happening is told, so that a receiver can tell what it has seen. */
  id: z.uuid(),
  event: z.enum(eventNames),
  /** When it happened, however late it is told. */
  occurred_at: z.iso.datetime(),
  /** The workspace. */
  account_id: z.uuid(),
  data: z.record(z.string(), z.unknown()),
});

export type Event = z.output<typeof event>;
