import * as z from 'zod/mini';
import { feed, feedPage, feedQuery, newFeed } from '../../model/feeds/feed.ts';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { defineOperation } from '../operation.ts';

const feedResponse = () => z.object({ data: feed });

export const createFeed = defineOperation({
  method: 'POST',
  path: '/feeds',
  status: 201,
  body: newFeed,
  response: feedResponse,
  key: {
    access: 'webhooks:manage',
    grants: [
      ...calls('GetItem', 'Query', 'PutItem', 'UpdateItem'),
      ...writes('feedBatch'),
      ...manages('webhook', 'workspace'),
    ],
  },
  member: { role: 'admin', audit: 'feed.created' },
});

export const listFeeds = defineOperation({
  method: 'GET',
  path: '/feeds',
  // A workspace has at most 10, so there is never a second page.
  response: () => z.object({ data: z.array(feed), meta: z.object({ next_cursor: z.null() }) }),
  key: { access: 'webhooks:manage', grants: [...calls('Query'), ...reads('webhook')] },
  member: { role: 'admin' },
});

export const getFeed = defineOperation({
  method: 'GET',
  path: '/feeds/{id}',
  params: idParams,
  response: feedResponse,
  key: { access: 'webhooks:manage', grants: [...calls('GetItem'), ...reads('webhook')] },
});

export const deleteFeed = defineOperation({
  method: 'DELETE',
  path: '/feeds/{id}',
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
  key: { access: 'webhooks:manage', grants: [...calls('DeleteItem'), ...writes('webhook')] },
  member: { role: 'admin', audit: 'feed.deleted' },
});

/** Reading keeps the feed alive, and a call that waits takes the place of the one before. */
export const listFeedEvents = defineOperation({
  method: 'GET',
  path: '/feeds/{id}/events',
  params: idParams,
  query: feedQuery,
  response: () => feedPage,
  key: {
    access: 'webhooks:manage',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
      ...reads('delivery'),
      ...manages('feedBatch', 'webhook'),
    ],
  },
});
