import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import type { DeliveryService } from './load.ts';
import type { ReceivedDelivery } from './receiver.ts';
import type { BenchWebhook } from './workspaces.ts';

const pollIntervalMs = 100;

export interface Arrivals {
  /** The first arrival of each event at each healthy webhook. */
  first: ReceivedDelivery[];
  repeats: number;
  /** Events that arrived under more than one id. */
  changedIds: number;
  lastMs: number;
}

interface ArrivalOptions {
  onPoll?: (arrived: number) => Promise<void>;
  earlier?: readonly ReceivedDelivery[];
}

const isHealthy = ({ path }: ReceivedDelivery): boolean => path.startsWith('/good/');

/** Waits until so many events have arrived at healthy webhooks, or nothing new has arrived for `timeoutMs`. */
export const collectArrivals = async (
  service: DeliveryService,
  expected: number,
  timeoutMs: number,
  { onPoll, earlier: earlierArrivals = [] }: ArrivalOptions = {},
): Promise<Arrivals> => {
  const first = new Map(earlierArrivals.map((arrival) => [toKey(arrival), arrival]));
  let [repeats, changedIds] = [0, 0];
  let deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const arrivedBefore = first.size;
    for (const arrival of await service.drainArrivals()) {
      if (!isHealthy(arrival)) continue;
      const key = toKey(arrival);
      const earlier = first.get(key);
      if (!earlier) first.set(key, arrival);
      else if (earlier.eventId === arrival.eventId) repeats += 1;
      else changedIds += 1;
    }
    await onPoll?.(first.size);
    if (first.size > arrivedBefore) deadlineMs = performance.now() + timeoutMs;
    if (first.size >= expected || performance.now() > deadlineMs) break;
    await wait(pollIntervalMs);
  }
  return { first: [...first.values()], repeats, changedIds, lastMs: performance.now() };
};

const toKey = ({ path, contactId }: ReceivedDelivery): string => `${path} ${contactId}`;

export type Outcomes = Partial<Record<DeliveryStatus, number>>;

export const countEnded = ({ delivered = 0, failed = 0, skipped = 0 }: Outcomes): number =>
  delivered + failed + skipped;

/** The same for deliveries that have ended. Counting reads every delivery, so most of the time is left to the workers. */
export const waitForOutcomes = async (
  webhooks: readonly BenchWebhook[],
  published: number,
  timeoutMs: number,
): Promise<Outcomes> => {
  let [deadlineMs, endedBefore] = [performance.now() + timeoutMs, 0];
  for (;;) {
    const startedMs = performance.now();
    const outcomes = await countOutcomes(webhooks);
    const ended = countEnded(outcomes);
    if (ended > endedBefore) deadlineMs = performance.now() + timeoutMs;
    if (ended >= published || performance.now() > deadlineMs) return outcomes;
    endedBefore = ended;
    await wait(Math.max(1_000, 4 * (performance.now() - startedMs)));
  }
};

const countOutcomes = async (webhooks: readonly BenchWebhook[]): Promise<Outcomes> => {
  const { readDeliveries } = await import('../../../functions/domain/deliveries/delivery-log.ts');
  const { readAllPages } = await import('../../../functions/domain/paging.ts');
  const outcomes: Outcomes = {};
  for (const { workspaceId, id } of webhooks) {
    const deliveries = await readAllPages((page) => readDeliveries(workspaceId, id, {}, page), 100);
    for (const { status } of deliveries) outcomes[status] = (outcomes[status] ?? 0) + 1;
  }
  return outcomes;
};
