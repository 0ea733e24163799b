import { ApiError, notFound } from '../../model/api-error.ts';
import { type Feed, feedLifeMs, feedReadPrecisionMs, feedsMax, type NewFeed } from '../../model/feeds/feed.ts';
import { buildMaintenanceJob, type DeleteFeedJob } from '../../model/jobs/maintenance.ts';
import type { Page } from '../../model/page.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { queryFeedBatches, removeFeedBatches, removeFeedHead } from '../../table/feeds/batches.ts';
import * as table from '../../table/feeds/feeds.ts';
import { addLogFields } from '../log.ts';
import { newestFirst } from '../paging.ts';
import { enqueueJobs } from '../queues.ts';

/** Idempotent: a retry with the same id returns the stored feed. */
export const createFeed = (workspaceId: string, id: string, newFeed: NewFeed): Promise<Feed> =>
  retryOnConflict(async () => {
    // The version comes first: a feed that is created after it was read, and so not counted, makes the write fail.
    const version = await table.findFeedVersion(workspaceId);
    const feeds = (await table.queryFeeds(workspaceId)).filter(isLive);
    const stored = feeds.find((feed) => feed.id === id);
    if (stored) return toFeed(stored);
    if (feeds.length >= feedsMax) throw tooManyFeeds();
    const feed = buildFeed(id, newFeed);
    return (await table.putFeed(workspaceId, feed, version)) ? feed : 'conflict';
  });

export const listFeeds = async (workspaceId: string): Promise<Page<Feed>> => ({
  items: newestFirst((await table.queryFeeds(workspaceId)).filter(isLive)).map(toFeed),
  next: undefined,
});

export const getFeed = async (workspaceId: string, feedId: string): Promise<Feed> => {
  const feed = await table.findFeed(workspaceId, feedId);
  if (!feed || !isLive(feed)) throw notFound('feed');
  return toFeed(feed);
};

export const deleteFeed = async (workspaceId: string, feedId: string) => {
  if (!(await table.removeFeed(workspaceId, feedId))) throw notFound('feed');
  return { id: feedId, deleted: true as const };
};

/** Writes at most once an hour, however often the feed is read. It never ends before its days are over. */
export const prolongFeed = async (workspaceId: string, { id, expires_at }: Feed): Promise<void> => {
  if (Date.parse(expires_at) - clock.now() >= feedLifeMs) return;
  await table.prolongFeed(workspaceId, id, isoTime(clock.now() + feedLifeMs + feedReadPrecisionMs));
};

/** DynamoDB removes expired items late. */
export const isLive = ({ expires_at }: Feed): boolean => Date.parse(expires_at) > clock.now();

const buildFeed = (id: string, { name, events }: NewFeed): Feed => ({
  id,
  name: name ?? null,
  events: [...new Set(events)],
  created_at: isoTime(clock.now()),
  expires_at: isoTime(clock.now() + feedLifeMs),
});

const toFeed = ({ id, name, events, created_at, expires_at }: Feed): Feed => ({
  id,
  name,
  events,
  created_at,
  expires_at,
});

const tooManyFeeds = (): ApiError =>
  new ApiError('bad_request', `A workspace has at most ${feedsMax} feeds. Delete one first.`);

const batchesPerStep = 25;
const stepsPerRun = 20;

/** Removes the events of a feed that was deleted or has expired. */
export const deleteFeedEvents = async (job: DeleteFeedJob): Promise<void> => {
  addLogFields({ feed_id: job.feedId });
  await removeFeedHead(job.feedId);
  for (let step = 0; step < stepsPerRun; step += 1) {
    const batches = await queryFeedBatches(job.feedId, 1, batchesPerStep);
    if (batches.length === 0) return;
    await removeFeedBatches(job.feedId, batches);
  }
  await enqueueJobs([buildMaintenanceJob(job)]);
};
