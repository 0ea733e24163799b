import type { Event } from '../../model/deliveries/event.ts';
import { feedDays } from '../../model/feeds/feed.ts';
import { clock, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { toEventItem } from '../deliveries/deliveries.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { type Consistency, findExistingKeys, findItem } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface FeedHead {
  batches: number;
  /** Another writer does not try before this time. Only `batches` decides who has written. */
  claimed_until?: number;
  /** The call that waits. A later one takes its place. */
  reader?: string;
}

export interface FeedBatch {
  batch: number;
  eventIds: string[];
}

export const findFeedHead = async (feedId: string, consistency?: Consistency): Promise<FeedHead | undefined> =>
  (await findItem(keys.feedHead(feedId), consistency)) as FeedHead | undefined;

/** Long enough for a transaction, and short enough for those who wait while the writer has crashed. */
const claimMs = 1_000;

/** Keeps writers from wasting transactions on each other. Undefined for a feed that is gone. */
export const claimFeedHead = async (feedId: string): Promise<FeedHead | 'claimed' | undefined> => {
  const nowMs = clock.now();
  const { written, item } = await updateIf({
    Key: keys.feedHead(feedId),
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(claimed_until) OR claimed_until < :now)',
    ...assign({ claimed_until: nowMs + claimMs }, { ':now': nowMs }),
  });
  if (!written && item) return 'claimed';
  return written ? (item as unknown as FeedHead) : undefined;
};

export const releaseFeedHead = async (feedId: string, { claimed_until }: FeedHead): Promise<void> => {
  await updateIf({
    Key: keys.feedHead(feedId),
    ConditionExpression: 'claimed_until = :own',
    UpdateExpression: 'REMOVE claimed_until',
    ExpressionAttributeValues: { ':own': claimed_until },
  });
};

/** Returns the head as it is then, or undefined for a feed that is gone. */
export const takeReaderPlace = async (feedId: string, reader: string): Promise<FeedHead | undefined> => {
  const { written, item } = await updateIf({
    Key: keys.feedHead(feedId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ reader }),
  });
  return written ? (item as unknown as FeedHead) : undefined;
};

/**
 * Adds the events as the batch after the last one, all or nothing. 'moved': another batch was added since the head was
 * read, or the feed is gone. 'repeated': the feed has one of the events.
 */
export const putFeedBatch = async (
  feedId: string,
  { batches }: FeedHead,
  events: readonly Event[],
): Promise<'written' | 'moved' | 'repeated'> => {
  const batch = batches + 1;
  const expires = nowSeconds() + feedDays * secondsPerDay;
  const isNew = 'attribute_not_exists(pk)';
  const result = await transact([
    {
      Update: {
        Key: keys.feedHead(feedId),
        ConditionExpression: 'batches = :before',
        UpdateExpression: 'SET batches = :batch REMOVE claimed_until',
        ExpressionAttributeValues: { ':batch': batch, ':before': batches },
      },
    },
    {
      Put: {
        Item: { ...keys.feedBatch(feedId, batch), event_ids: events.map(({ id }) => id), expires },
        ConditionExpression: isNew,
      },
    },
    ...events.map((event) => ({
      Put: { Item: { ...toEventItem(feedId, event), entity: 'feed_event', expires }, ConditionExpression: isNew },
    })),
  ]);
  if (result.written) return 'written';
  return result.failedPart === 0 ? 'moved' : 'repeated';
};

export const findFeedEventIds = async (feedId: string, eventIds: readonly string[]): Promise<string[]> =>
  (await findExistingKeys(eventIds.map((eventId) => keys.delivery(feedId, eventId)))).map(({ sk }) => sk);

/** The batches from this one on, oldest first. */
export const queryFeedBatches = async (feedId: string, first: number, limit: number): Promise<FeedBatch[]> => {
  const { pk, sk: after } = keys.feedBatch(feedId, first - 1);
  const { items } = await queryPage(pk, { limit, after }, { order: 'ascending', isWhole: true });
  return items.flatMap(toFeedBatch);
};

/** Digits sort before the head. */
const toFeedBatch = ({ sk, event_ids }: Item): FeedBatch[] =>
  event_ids === undefined ? [] : [{ batch: Number(sk), eventIds: event_ids as string[] }];

/** Ends the feed for those who write to it. */
export const removeFeedHead = (feedId: string): Promise<void> => removeItems([keys.feedHead(feedId)]);

/** The events go first: only their batch leads to them. */
export const removeFeedBatches = async (feedId: string, batches: readonly FeedBatch[]): Promise<void> => {
  await removeItems(batches.flatMap(({ eventIds }) => eventIds.map((eventId) => keys.delivery(feedId, eventId))));
  await removeItems(batches.map(({ batch }) => keys.feedBatch(feedId, batch)));
};
