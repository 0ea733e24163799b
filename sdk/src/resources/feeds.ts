import type { Deleted, Feed, ListFeedEventsQuery, NewFeed, WebhookEvent } from '../api-types.ts';
import type { List, Page } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import { type CallOptions, wait } from '../transport.ts';

export interface FollowOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** A cursor that `onCursor` got: the events after it. Without one, all events of the feed. */
  after?: string;
  /**
   * Called once the loop is done with all events before the cursor. Store it to go on there after a restart. A loop that
   * ended earlier gets a few events again.
   */
  onCursor?: (cursor: string) => void | Promise<void>;
  /** Events for each request; 100 by default. */
  limit?: number;
  /** Ends the loop. */
  signal?: AbortSignal;
}

/** How long the service holds a request until there is an event. */
const waitSeconds = 20;

/** Leaves half of the key's rate limit to other calls while single events come in. */
const pollIntervalMs = 1_000;

export class FeedsResource extends Resource {
  list(options?: CallOptions): List<Feed> {
    return this.listOf('/feeds', undefined, options);
  }

  /** It gets every event from now on, until nobody has read it for 7 days. */
  create(feed: NewFeed, options?: CallOptions): Promise<Feed> {
    return this.call('POST', '/feeds', { body: feed, options });
  }

  get(id: string, options?: CallOptions): Promise<Feed> {
    return this.call('GET', idPath('feeds', id), { options });
  }

  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', idPath('feeds', id), { options });
  }

  /** One page, oldest first. Its `nextCursor` is never null: pass it as `after`. */
  events(id: string, query: ListFeedEventsQuery = {}, options?: CallOptions): Promise<Page<WebhookEvent>> {
    const list: object = query;
    return this.listOf<WebhookEvent>(`${idPath('feeds', id)}/events`, list, options).page();
  }

  /**
   * Each event once, oldest first, as it comes. The loop outlasts failures of the network and the service; it ends with
   * `break` or the signal, and throws if the feed has ended or the key is refused.
   */
  async *follow(id: string, options: FollowOptions = {}): AsyncGenerator<WebhookEvent, void, undefined> {
    const { after, onCursor, limit = 100, ...callOptions } = options;
    const { signal } = callOptions;
    const patient = { maxRetries: Number.POSITIVE_INFINITY, timeoutMs: (waitSeconds + 10) * 1_000, ...callOptions };
    let cursor = after;
    while (!signal?.aborted) {
      const nextPollAt = Date.now() + pollIntervalMs;
      const query = { ...(cursor === undefined ? {} : { after: cursor }), wait: waitSeconds, limit };
      const page = await this.events(id, query, patient).catch((error: unknown) => {
        if (!signal?.aborted) throw error;
      });
      for (const event of page?.items ?? []) {
        if (signal?.aborted) return;
        yield event;
      }
      if (!page?.nextCursor) return;
      if (page.nextCursor !== cursor) await onCursor?.(page.nextCursor);
      cursor = page.nextCursor;
      if (page.items.length < limit) await wait(Math.max(0, nextPollAt - Date.now()), signal);
    }
  }
}
