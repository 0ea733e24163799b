import * as z from 'zod/mini';
import { publicEvent } from '../deliveries/event.ts';
import { optionalField } from '../optional-field.ts';
import { uniqueName } from '../unique-name.ts';
import { newWebhook, webhook } from '../webhooks/webhook.ts';

export const feed = z.object({
  id: z.uuid(),
  /** For people: usually the program that reads it. */
  name: z.nullable(z.string()),
  events: webhook.shape.events,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

export type Feed = z.output<typeof feed>;

/** Feeds may share a name. It is checked as the others are, so that one in a list can be seen. */
export const newFeed = z.object({ name: optionalField(uniqueName), events: newWebhook.shape.events });

export type NewFeed = z.output<typeof newFeed>;

/** API Gateway ends a call after 29 seconds. */
export const waitSecondsMax = 20;

const waitRange = `must be a whole number of seconds from 0 to ${waitSecondsMax}`;

export const feedQuery = z.object({
  after: z.optional(z.string()),
  wait: z.optional(z.string().check(z.regex(/^(1?\d|20)$/, waitRange))),
  limit: z.optional(z.string()),
});

/** A reader always has somewhere to go on, so the cursor is never null. */
export const feedPage = z.object({ data: z.array(publicEvent), meta: z.object({ next_cursor: z.string() }) });

export type FeedPage = z.output<typeof feedPage>;

/** The limit is per workspace: every event is written once for each feed that subscribes to it. */
export const feedsMax = 10;

/** How long events stay, and after how long a feed ends that nobody reads. */
export const feedDays = 7;

const hourMs = 60 * 60_000;

export const feedLifeMs = feedDays * 24 * hourMs;

/** A read writes the new end of the feed at most once in that time. */
export const feedReadPrecisionMs = hourMs;

/** The beginning of the hour in which the feed was last read; undefined before the first read. */
export const lastFeedReadMs = ({ created_at, expires_at }: Feed): number | undefined => {
  const readMs = Date.parse(expires_at) - feedLifeMs - feedReadPrecisionMs;
  return readMs < Date.parse(created_at) ? undefined : readMs;
};

/** The next event to read: the number of its batch, from 1, and its place there, from 0. */
export interface FeedPosition {
  batch: number;
  index: number;
}

export const feedStart: FeedPosition = { batch: 1, index: 0 };

export const formatPosition = ({ batch, index }: FeedPosition): string => `${batch}.${index}`;

export const parsePosition = (text: string): FeedPosition => {
  const [batch, index] = text.split('.').map(Number);
  return { batch: batch ?? feedStart.batch, index: index ?? feedStart.index };
};
