import type { Deleted, Feed, FeedMeta, ListFeedEventsQuery, NewFeed, WebhookEvent } from '../api-types.ts';
import type { List } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class FeedsResource extends Resource {
  list(options?: CallOptions): List<Feed> {
    return this.listOf('/feeds', undefined, options);
  }

  create(feed: NewFeed, options?: CallOptions): Promise<Feed> {
    return this.call('POST', '/feeds', { body: feed, options });
  }

  get(id: string, options?: CallOptions): Promise<Feed> {
    return this.call('GET', idPath('feeds', id), { options });
  }

  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', idPath('feeds', id), { options });
  }

  /** One page, oldest first. Pass its `meta.next_cursor` as `after` to go on. */
  events(
    id: string,
    query?: ListFeedEventsQuery,
    options?: CallOptions,
  ): Promise<{ data: WebhookEvent[]; meta: FeedMeta }> {
    return this.callPage(`${idPath('feeds', id)}/events`, query, options);
  }
}
