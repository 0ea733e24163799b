import { consecutiveFailuresMax, type DeliveryAttempt } from '../../model/deliveries/delivery.ts';
import { isTestEvent } from '../../model/deliveries/event.ts';
import { isoTime } from '../../platform/clock.ts';
import { queryDeliveries } from '../../table/deliveries/query-deliveries.ts';
import type { FailureStreak, StoredWebhook } from '../../table/webhooks/webhooks.ts';

/** The webhook's streak after one more failure. One that would switch the webhook off is verified first. */
export const extendStreak = async (webhook: StoredWebhook, failure: DeliveryAttempt): Promise<FailureStreak> => {
  const { id, failure_count, failing_since = null } = webhook;
  if (failure_count === 0) return { failure_count: 1, failing_since: isoTime(endMs(failure)) };
  const streak = { failure_count: failure_count + 1, failing_since };
  return streak.failure_count < consecutiveFailuresMax ? streak : verifyStreak(id, streak, failure);
};

/** The newest events come first, so a webhook without a success among so many is failing. */
const verifiedDeliveriesMax = 100;

/** A success that overlapped with the first failures may not have seen them. The streak begins after the last success. */
const verifyStreak = async (
  webhookId: string,
  streak: FailureStreak,
  failure: DeliveryAttempt,
): Promise<FailureStreak> => {
  const { successesMs, failuresMs } = await queryEnds(webhookId);
  const lastSuccessMs = Math.max(...successesMs);
  if (lastSuccessMs < Date.parse(streak.failing_since ?? isoTime(0))) return streak;
  const laterMs = [...failuresMs, endMs(failure)].filter((ms) => ms > lastSuccessMs);
  return {
    failure_count: Math.min(laterMs.length, streak.failure_count),
    failing_since: laterMs.length > 0 ? isoTime(Math.min(...laterMs)) : null,
  };
};

const queryEnds = async (webhookId: string) => {
  const newest = { sinceMs: 0, limit: verifiedDeliveriesMax, after: undefined };
  const { items } = await queryDeliveries(webhookId, { statuses: ['delivered', 'failed'], ...newest });
  const { delivered = [], failed = [] } = Object.groupBy(items, ({ status }) => status);
  const toEndsMs = (deliveries: typeof items) => deliveries.flatMap(({ attempts }) => attempts.slice(-1).map(endMs));
  return { successesMs: toEndsMs(delivered), failuresMs: toEndsMs(failed.filter(({ event }) => !isTestEvent(event))) };
};

const endMs = ({ at, duration_ms }: DeliveryAttempt): number => Date.parse(at) + duration_ms;
