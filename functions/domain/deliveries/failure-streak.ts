import { consecutiveFailuresMax, endMs } from '../../model/deliveries/delivery.ts';
import { isTestEvent } from '../../model/deliveries/event.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { queryDeliveries } from '../../table/deliveries/query-deliveries.ts';
import { findWebhook, replaceStreak, type StoredWebhook } from '../../table/webhooks/webhooks.ts';

/** Only failures that ended after this success still count. A success that was recorded before it may be the later one. */
export const endStreak = (workspaceId: string, webhookId: string, successMs: number): Promise<unknown> =>
  retryOnConflict(async () => {
    const webhook = await findWebhook(workspaceId, webhookId);
    const rest = webhook && (await findRest(webhook, successMs));
    if (!rest) return 'nothing to end';
    return (await replaceStreak(workspaceId, webhook, rest.successMs, rest.failuresMs)) || 'conflict';
  });

interface Rest {
  successMs: number;
  failuresMs: number[];
}

const findRest = async (webhook: StoredWebhook, successMs: number): Promise<Rest | undefined> => {
  const { id, is_active, failure_count, succeeded_ms = 0, failures_ms = [] } = webhook;
  if (!is_active) return isAmong(successMs, failures_ms) ? recount(id, successMs, Math.min(...failures_ms)) : undefined;
  if (failure_count === 0 || successMs <= succeeded_ms) return undefined;
  return { successMs, failuresMs: failures_ms.filter((ms) => ms > successMs) };
};

/** A success between the failures that have switched the webhook off was recorded too late. */
const isAmong = (successMs: number, failuresMs: number[]): boolean =>
  failuresMs.length >= consecutiveFailuresMax &&
  successMs >= Math.min(...failuresMs) &&
  successMs < Math.max(...failuresMs);

const recount = async (webhookId: string, successMs: number, sinceMs: number): Promise<Rest | undefined> => {
  const ends = await queryEnds(webhookId, thorough);
  const successesMs = [...ends.successesMs, successMs];
  const failuresMs = ends.failuresMs.filter((ms) => ms >= sinceMs);
  const streaks = splitStreaks(successesMs, failuresMs);
  if (streaks.some((streak) => streak.length >= consecutiveFailuresMax)) return undefined;
  return { successMs: Math.max(...successesMs), failuresMs: streaks.at(-1) ?? [] };
};

/** The last one has not ended. A failure in the same millisecond as a success came before it. */
export const splitStreaks = (successesMs: readonly number[], failuresMs: readonly number[]): number[][] => {
  const byBegin = Map.groupBy(failuresMs, (ms) => successesMs.filter((successMs) => successMs < ms).length);
  return Array.from({ length: successesMs.length + 1 }, (_, earlier) => byBegin.get(earlier) ?? []);
};

/** How many of the newest events are read. The one that starts a streak reads few, the one that ends it many. */
const quick = 100;
const thorough = 1_000;

/**
 * A success that sees no failure leaves no trace but the delivery's own row. So the first failure of a streak, once it
 * is counted, looks for such a success, and so does the one that would switch the webhook off.
 */
export const verifyStreak = async (workspaceId: string, webhookId: string, isLast = false): Promise<void> => {
  const { successesMs } = await queryEnds(webhookId, isLast ? thorough : quick);
  if (successesMs.length > 0) await endStreak(workspaceId, webhookId, Math.max(...successesMs));
};

const queryEnds = async (webhookId: string, limit: number) => {
  const newest = { sinceMs: 0, limit, after: undefined };
  const { items } = await queryDeliveries(webhookId, { statuses: ['delivered', 'failed'], ...newest });
  const { delivered = [], failed = [] } = Object.groupBy(items, ({ status }) => status);
  const toEndsMs = (deliveries: typeof items) => deliveries.flatMap(({ attempts }) => attempts.slice(-1).map(endMs));
  return { successesMs: toEndsMs(delivered), failuresMs: toEndsMs(failed.filter(({ event }) => !isTestEvent(event))) };
};
