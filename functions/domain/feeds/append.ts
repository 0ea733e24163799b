import type { Event } from '../../model/deliveries/event.ts';
import { pack } from '../../platform/pack.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findFeedEventIds, findFeedHead, putFeedBatch } from '../../table/feeds/batches.ts';
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

const appendBatch = async (feedId: string, events: readonly Event[]): Promise<void> => {
  let missing = events;
  await retryOnConflict(async () => {
    const head = await findFeedHead(feedId);
    if (!head || missing.length === 0) return 'done';
    const outcome = await putFeedBatch(feedId, head, missing);
    if (outcome === 'written') return 'done';
    if (outcome === 'repeated') {
      const stored = new Set(await findFeedEventIds(feedId, eventIds(missing)));
      missing = missing.filter(({ id }) => !stored.has(id));
    }
    return 'conflict';
  });
};

const eventIds = (events: readonly Event[]): string[] => events.map(({ id }) => id);
