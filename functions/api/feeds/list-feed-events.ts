import { getFeed } from '../../domain/feeds/feeds.ts';
import { readFeed } from '../../domain/feeds/read.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.listFeedEvents,
  ({ caller, params, query, page, isStrict, endsByMs }) =>
    readFeed(caller, params.id, {
      after: query.after,
      limit: page.limit,
      waitSeconds: Number(query.wait ?? 0),
      endsByMs,
      isStrict,
    }),
  ({ caller, params }) => getFeed(caller.workspaceId, params.id),
);
