import type { Feed } from '../../model/feeds/feed.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryBetween, queryPrefix } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type StoredWebhook, toStoredWebhook } from '../webhooks/webhooks.ts';

export interface StoredFeed extends Feed {
  /** When a contact of the workspace was last erased. Events from before may be about that contact. */
  contact_erased_at?: string;
}

export interface Subscribers {
  webhooks: StoredWebhook[];
  feeds: StoredFeed[];
}

/** All webhooks and feeds of the workspace, those that have ended included, in one query. */
export const querySubscribers = async (workspaceId: string): Promise<Subscribers> => {
  const rows = await queryBetween(keys.feed(workspaceId, '').pk, '0', 'g');
  const { feed = [], webhook = [] } = Object.groupBy(rows, (row) => (row['entity'] === 'feed' ? 'feed' : 'webhook'));
  return { webhooks: webhook.map(toStoredWebhook), feeds: feed.map(toStoredFeed) };
};

export const queryFeeds = async (workspaceId: string): Promise<StoredFeed[]> => {
  const { pk, sk } = keys.feed(workspaceId, '');
  return (await queryPrefix(pk, sk)).map(toStoredFeed);
};

export const findFeed = async (workspaceId: string, feedId: string): Promise<StoredFeed | undefined> => {
  const item = await findItem(keys.feed(workspaceId, feedId));
  return item && toStoredFeed(item);
};

/** Undefined before the first feed of the workspace. */
export const findFeedVersion = async (workspaceId: string): Promise<number | undefined> =>
  (await findItem(keys.feedVersion(workspaceId)))?.['version'] as number | undefined;

/** False if a feed was created since the version was read. */
export const putFeed = async (workspaceId: string, feed: Feed, version: number | undefined): Promise<boolean> => {
  const isNew = 'attribute_not_exists(pk)';
  const { written } = await transact([
    {
      Put: {
        Item: { ...keys.feed(workspaceId, feed.id), entity: 'feed', ...feed, expires: toSeconds(feed.expires_at) },
        ConditionExpression: isNew,
      },
    },
    { Put: { Item: { ...keys.feedHead(feed.id), batches: 0 }, ConditionExpression: isNew } },
    {
      Update: {
        Key: keys.feedVersion(workspaceId),
        ConditionExpression: version === undefined ? isNew : 'version = :read',
        UpdateExpression: 'ADD version :one',
        ExpressionAttributeValues: { ':one': 1, ...(version === undefined ? {} : { ':read': version }) },
      },
    },
  ]);
  return written;
};

/** The stream enqueues a job that removes its events, also when the feed has expired. */
export const removeFeed = async (workspaceId: string, feedId: string): Promise<boolean> => {
  const { written } = await transact([
    { Delete: { Key: keys.feed(workspaceId, feedId), ConditionExpression: 'attribute_exists(pk)' } },
  ]);
  return written;
};

export const prolongFeed = async (workspaceId: string, feedId: string, expires_at: string): Promise<void> => {
  await updateIf({
    Key: keys.feed(workspaceId, feedId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ expires_at, expires: toSeconds(expires_at) }),
  });
};

export const markContactErasedForFeed = async (workspaceId: string, feedId: string, at: string): Promise<void> => {
  await updateIf({
    Key: keys.feed(workspaceId, feedId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ contact_erased_at: at }),
  });
};

const toSeconds = (time: string): number => Math.ceil(Date.parse(time) / 1_000);

/** A feed from before feeds had names has none. */
const toStoredFeed = ({ pk, sk, entity, expires, ...fields }: Item): StoredFeed =>
  ({ name: null, ...fields }) as unknown as StoredFeed;
