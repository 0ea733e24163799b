import * as z from 'zod/mini';
import { feed, feedPage, feedQuery, newFeed } from '../../model/feeds/feed.ts';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { defineEndpoint } from '../endpoint.ts';

const feedResponse = () => z.object({ data: feed });

export const createFeed = defineEndpoint({
  operationId: 'createFeed',
  method: 'POST',
  path: '/feeds',
  summary: 'Create a feed',
  access: 'webhooks:manage',
  grants: [
    'table:GetItem',
    'table:Query',
    'table:PutItem',
    'table:UpdateItem',
    ...reads('webhook', 'workspace'),
    ...writes('feedBatch', 'webhook', 'workspace'),
  ],
  status: 201,
  body: newFeed,
  response: feedResponse,
});

export const listFeeds = defineEndpoint({
  operationId: 'listFeeds',
  method: 'GET',
  path: '/feeds',
  summary: 'List feeds',
  access: 'webhooks:manage',
  grants: ['table:Query', ...reads('webhook')],
  status: 200,
  // A workspace has at most 10, so there is never a second page.
  response: () => z.object({ data: z.array(feed), meta: z.object({ next_cursor: z.null() }) }),
});

export const getFeed = defineEndpoint({
  operationId: 'getFeed',
  method: 'GET',
  path: '/feeds/{id}',
  summary: 'Get a feed',
  access: 'webhooks:manage',
  grants: ['table:GetItem', ...reads('webhook')],
  status: 200,
  params: idParams,
  response: feedResponse,
});

export const deleteFeed = defineEndpoint({
  operationId: 'deleteFeed',
  method: 'DELETE',
  path: '/feeds/{id}',
  summary: 'Delete a feed',
  access: 'webhooks:manage',
  grants: ['table:DeleteItem', ...writes('webhook')],
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
});

/** Reading keeps the feed alive, and a call that waits takes the place of the one before. */
export const listFeedEvents = defineEndpoint({
  operationId: 'listFeedEvents',
  method: 'GET',
  path: '/feeds/{id}/events',
  summary: 'Read the events of a feed',
  access: 'webhooks:manage',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    'table:UpdateItem',
    ...reads('delivery', 'feedBatch', 'webhook'),
    ...writes('feedBatch', 'webhook'),
  ],
  status: 200,
  params: idParams,
  query: feedQuery,
  response: () => feedPage,
});
