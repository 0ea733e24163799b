import * as z from 'zod/mini';
import { eventNames } from '../webhooks/webhook.ts';

/** Sent on request to one webhook. Nobody can subscribe to them. */
const testEventNames = ['tool_a.test', 'tool_b.test'] as const;

/** Names that a delivery can have. */
export const sentEventNames = [...eventNames, ...testEventNames] as const;

export const event = z.object({
  /** Stable per event, so receivers can deduplicate. */
  id: z.uuid(),
  name: z.enum(sentEventNames),
  occurredAt: z.iso.datetime(),
  workspaceId: z.uuid(),
  data: z.record(z.string(), z.unknown()),
  /** The event is made up for a test. Test events of a tool have a name of their own. */
  test: z.optional(z.literal(true)),
});

export type Event = z.output<typeof event>;

export const isTestEvent = ({ name, test }: Pick<Event, 'name' | 'test'>): boolean =>
  test === true || testEventNames.some((testName) => testName === name);

/** Nothing stored leads to the ids of these events, so an erasure finds their deliveries by the contact. */
export const isFoundByContact = ({ name, test }: Pick<Event, 'name' | 'test'>): boolean =>
  !test && (name === 'contact.updated' || name === 'conversation.updated');

/** The body of a delivery, with its keys in this order. `account_id` is the workspace. */
export const publicEvent = z.object({
  id: z.uuid(),
  event: z.enum(sentEventNames),
  occurred_at: z.iso.datetime(),
  account_id: z.uuid(),
  data: z.record(z.string(), z.unknown()),
});

export type PublicEvent = z.output<typeof publicEvent>;

/** The only place that knows a workspace by its public name, account. */
export const toPublicEvent = ({ id, name, occurredAt, workspaceId, data }: Event): PublicEvent => ({
  id,
  event: name,
  occurred_at: occurredAt,
  account_id: workspaceId,
  data,
});
