import * as feeds from '../../domain/feeds/feeds.ts';
import { readFeed } from '../../domain/feeds/read.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const createFeed = {
  run: async ({ caller, id, body }) => ({ data: await feeds.createFeed(caller.workspaceId, id, body) }),
} satisfies Act<typeof contract.createFeed>;

export const listFeeds = {
  run: ({ caller }) => feeds.listFeeds(caller.workspaceId),
} satisfies Act<typeof contract.listFeeds>;

export const getFeed = {
  run: async ({ caller, params }) => ({ data: await feeds.getFeed(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.getFeed>;

export const deleteFeed = {
  run: async ({ caller, params }) => ({ data: await feeds.deleteFeed(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.deleteFeed>;

export const listFeedEvents = {
  run: ({ caller, params, query, page, isStrict, endsByMs }) =>
    readFeed(caller, params.id, {
      after: query.after,
      limit: page.limit,
      waitSeconds: Number(query.wait ?? 0),
      endsByMs,
      isStrict,
    }),
  find: ({ caller, params }) => feeds.getFeed(caller.workspaceId, params.id),
} satisfies Act<typeof contract.listFeedEvents>;
