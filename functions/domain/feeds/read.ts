import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../../model/access/tenant.ts';
import { invalidCursor, notFound } from '../../model/api-error.ts';
import { type PublicEvent, toPublicEvent } from '../../model/deliveries/event.ts';
import { type FeedPage, type FeedPosition, feedStart, formatPosition, parsePosition } from '../../model/feeds/feed.ts';
import { clock } from '../../platform/clock.ts';
import { signCursor, verifyCursor } from '../../platform/cursor.ts';
import { newId } from '../../platform/ids.ts';
import { findDeliveries } from '../../table/deliveries/deliveries.ts';
import {
  type FeedBatch,
  type FeedHead,
  findFeedHead,
  queryFeedBatches,
  takeReaderPlace,
} from '../../table/feeds/batches.ts';
import { findFeed } from '../../table/feeds/feeds.ts';
import { isLive, prolongFeed } from './feeds.ts';

export interface FeedRequest {
  after: string | undefined;
  limit: number;
  waitSeconds: number;
  /** The time at which the caller's function ends. */
  endsByMs: number;
  /** A cursor that cannot be read is an error. */
  isStrict?: boolean;
}

/**
 * A page of the feed, oldest first. Without an event it waits for one. A cursor that cannot be read starts at the
 * beginning, as in every list, so nothing is skipped.
 */
export const readFeed = async (
  { workspaceId, cursorSecret }: Tenant,
  feedId: string,
  { after, limit, isStrict = false, ...wait }: FeedRequest,
): Promise<FeedPage> => {
  const list = `feed ${feedId}`;
  const text = after === undefined ? undefined : verifyCursor(cursorSecret, list, after);
  if (isStrict && after !== undefined && text === undefined) throw invalidCursor('after');
  const position = text === undefined ? feedStart : parsePosition(text);
  const [feed, firstPage] = await Promise.all([findFeed(workspaceId, feedId), readPage(feedId, position, limit)]);
  if (!feed || !isLive(feed)) throw notFound('feed');
  await prolongFeed(workspaceId, feed);
  const page =
    firstPage.next === position && (await waitForBatch(feedId, position.batch, wait))
      ? await readPage(feedId, position, limit)
      : firstPage;
  return { data: page.events, meta: { next_cursor: signCursor(cursorSecret, list, formatPosition(page.next)) } };
};

interface Entry {
  eventId: string;
  next: FeedPosition;
}

/** Lambda returns at most 6 MB. An event has 200 KB at most. */
const pageBytesMax = 4_000_000;

/** Events that an erasure removed are missing from their batch. */
const readPage = async (feedId: string, position: FeedPosition, limit: number) => {
  const entries: Entry[] = [];
  // A batch has 1 to 98 events: the first query reads few, and each further one four times more.
  for (let first = position.batch, count = 4; entries.length < limit; count *= 4) {
    const batches = await queryFeedBatches(feedId, first, count);
    entries.push(...batches.flatMap((batch) => toEntries(batch, position)));
    first = (batches.at(-1)?.batch ?? first) + 1;
    if (batches.length < count) break;
  }
  const page = entries.slice(0, limit);
  return takePage(position, page, await findEvents(feedId, page));
};

const toEntries = ({ batch, eventIds }: FeedBatch, position: FeedPosition): Entry[] =>
  eventIds
    .map((eventId, index) => ({
      eventId,
      next: index + 1 < eventIds.length ? { batch, index: index + 1 } : { batch: batch + 1, index: 0 },
    }))
    .slice(batch === position.batch ? position.index : 0);

const findEvents = async (feedId: string, entries: readonly Entry[]): Promise<Map<string, PublicEvent>> => {
  const eventIds = entries.map(({ eventId }) => eventId);
  const stored = eventIds.length === 0 ? [] : await findDeliveries([feedId], eventIds);
  return new Map(stored.map(({ event }) => [event.id, toPublicEvent(event)]));
};

const takePage = (start: FeedPosition, entries: readonly Entry[], found: ReadonlyMap<string, PublicEvent>) => {
  const events: PublicEvent[] = [];
  let next = start;
  let bytes = 0;
  for (const entry of entries) {
    const event = found.get(entry.eventId);
    bytes += event ? Buffer.byteLength(JSON.stringify(event)) : 0;
    if (events.length > 0 && bytes > pageBytesMax) break;
    if (event) events.push(event);
    next = entry.next;
  }
  return { events, next };
};

const pollsPerSecond = 2;

/** The part of the function's time that is left after a wait. */
const reserveMs = 3_000;

/**
 * Looks at the head twice a second, for half a read unit each time; true when the batch is there. One call at a time
 * waits on a feed: a later one ends it, so a workspace holds no more functions than it has feeds.
 */
const waitForBatch = async (
  feedId: string,
  batch: number,
  { waitSeconds, endsByMs }: Pick<FeedRequest, 'waitSeconds' | 'endsByMs'>,
): Promise<boolean> => {
  const endMs = Math.min(clock.now() + waitSeconds * 1_000, endsByMs - reserveMs);
  if (endMs <= clock.now()) return false;
  const reader = newId();
  let head = await takeReaderPlace(feedId, reader);
  while (clock.now() < endMs && !hasEnded(head, batch, reader)) {
    await sleep(1_000 / pollsPerSecond);
    head = await findFeedHead(feedId, 'eventual');
  }
  if (!head) throw notFound('feed');
  return head.batches >= batch;
};

/** An eventually consistent read may still show the reader before. */
const hasEnded = (head: FeedHead | undefined, batch: number, reader: string): boolean =>
  !head || head.batches >= batch || (head.reader ?? '') > reader;
