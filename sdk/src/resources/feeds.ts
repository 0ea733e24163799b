import type { ListFeedEventsQuery, WebhookEvent } from '../api-types.ts';
import { FeedsCalls } from '../calls.ts';
import { SwitchboardError } from '../errors.ts';
import type { Page } from '../list.ts';
import { toPath } from '../resource.ts';
import { delayBeforeRetry } from '../retry.ts';
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

/** The service holds a limited number of requests. After one that fails there, the loop polls for a minute. */
const fallback = { lastsMs: 60_000, pollIntervalMs: 5_000 };

/** The delay before this retry is 4 to 8 seconds. */
const laterRetry = 4;

export class FeedsResource extends FeedsCalls {
  /** One page, oldest first. Its `nextCursor` is never null: pass it as `after`. */
  events(id: string, query: ListFeedEventsQuery = {}, options?: CallOptions): Promise<Page<WebhookEvent>> {
    const list: object = query;
    return this.listOf<WebhookEvent>(toPath`/feeds/${id}/events`, { query: list, options }).page();
  }

  /**
   * Each event once, oldest first, as it comes. The loop outlasts failures of the network and the service; it ends with
   * `break` or the signal, and throws if the feed has ended or the key is refused.
   */
  async *follow(id: string, options: FollowOptions = {}): AsyncGenerator<WebhookEvent, void, undefined> {
    const { after, onCursor, limit = 100, maxRetries = Number.POSITIVE_INFINITY, ...callOptions } = options;
    const { signal } = callOptions;
    const attempt = { timeoutMs: (waitSeconds + 10) * 1_000, ...callOptions, maxRetries: 0 };
    let cursor = after;
    let failures = 0;
    let waitsAgainAt = 0;
    while (!signal?.aborted) {
      const mayWait = Date.now() >= waitsAgainAt;
      const nextPollAt = Date.now() + (mayWait ? pollIntervalMs : fallback.pollIntervalMs);
      const query = {
        ...(cursor === undefined ? {} : { after: cursor }),
        ...(mayWait ? { wait: waitSeconds } : {}),
        limit,
      };
      let page: Page<WebhookEvent>;
      try {
        page = await this.events(id, query, attempt);
      } catch (error) {
        if (signal?.aborted) return;
        const isRefused = error instanceof SwitchboardError && error.status >= 500;
        const delayMs = delayBeforeRetry(error, isRefused ? laterRetry : failures);
        if (delayMs === undefined || failures >= maxRetries) throw error;
        if (isRefused) waitsAgainAt = Date.now() + fallback.lastsMs;
        failures += 1;
        await wait(delayMs, signal);
        continue;
      }
      failures = 0;
      for (const event of page.items) {
        if (signal?.aborted) return;
        yield event;
      }
      if (!page.nextCursor) return;
      if (page.nextCursor !== cursor) await onCursor?.(page.nextCursor);
      cursor = page.nextCursor;
      if (page.items.length < limit) await wait(Math.max(0, nextPollAt - Date.now()), signal);
    }
  }
}
