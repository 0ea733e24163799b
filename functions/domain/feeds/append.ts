import type { Event } from '../../model/deliveries/event.ts';
import { pack } from '../../platform/pack.ts';
import { retry } from '../../platform/retry.ts';
import {
  claimFeedHead,
  type FeedHead,
  findFeedEventIds,
  putFeedBatch,
  releaseFeedHead,
} from '../../table/feeds/batches.ts';
import type { StoredFeed } from '../../table/feeds/feeds.ts';
import { isAboutErasedContact } from '../erased-contacts.ts';
import { isLive } from './feeds.ts';

/** A transaction has at most 100 parts and 4 MB. */
const batchLimits = {
  countMax: 98,
  bytesMax: 3_000_000,
  measure: ({ data }: Event) => Buffer.byteLength(JSON.stringify(data)),
};

/**
 * Adds the events to each feed that subscribes to them. Each batch is one transaction that also moves the feed's head, so
 * batches are numbered in the order in which they can be read: no reader passes one that is written later, however long
 * its writer stalls, and nothing is held back. An event that a repeated change brings again is left out.
 */
export const appendToFeeds = async (feeds: readonly StoredFeed[], events: readonly Event[]): Promise<void> => {
  await Promise.all(feeds.filter(isLive).map((feed) => appendToFeed(feed, events)));
};

const appendToFeed = async (feed: StoredFeed, events: readonly Event[]): Promise<void> => {
  const subscribed = events.filter(({ name }) => feed.events.some((event) => event === name));
  const erased = await Promise.all(subscribed.map((event) => isAboutErasedContact(event, feed)));
  const byId = new Map(subscribed.filter((_, index) => !erased[index]).map((event) => [event.id, event]));
  for (const batch of pack([...byId.values()], batchLimits)) await appendBatch(feed.id, batch);
};

/** Well below the time of the stream's consumer, which repeats what failed. */
const backoff = { attemptsMax: 100, baseMs: 10, waitMsMax: 300 };

const appendBatch = (feedId: string, events: readonly Event[]): Promise<'done'> =>
  retry(
    backoff,
    async () => {
      const head = await claimFeedHead(feedId);
      if (!head) return 'done';
      return head === 'claimed' ? undefined : putMissing(feedId, head, events);
    },
    () => new Error(`The feed ${feedId} is written to all the time.`),
  );

/** Undefined if another batch was written since the claim, which had expired. */
const putMissing = async (feedId: string, head: FeedHead, events: readonly Event[]): Promise<'done' | undefined> => {
  const outcome = await putFeedBatch(feedId, head, events);
  if (outcome === 'moved') return undefined;
  if (outcome === 'written') return 'done';
  const stored = new Set(
    await findFeedEventIds(
      feedId,
      events.map(({ id }) => id),
    ),
  );
  const missing = events.filter(({ id }) => !stored.has(id));
  if (missing.length > 0) return putMissing(feedId, head, missing);
  await releaseFeedHead(feedId, head);
  return 'done';
};
