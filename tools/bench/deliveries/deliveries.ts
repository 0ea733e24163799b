import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import { logProgress, withService, withTempDir } from '../service.ts';
import {
  type BenchWebhook,
  createContacts,
  type DeliveryService,
  makeWebhooks,
  startDeliveryService,
  webhooksPerWorkspace,
  workspaceCount,
} from './load.ts';
import type { ReceivedDelivery } from './receiver.ts';

/** Deliveries to healthy and hostile webhooks while the workers are killed several times. None may be lost. */
export interface DeliveryKillFindings {
  published: number;
  kills: number;
  delivered: number;
  failed: number;
  skipped: number;
  arrivedAtHealthy: number;
  /** Arrivals of an event that had arrived before: the worker died before it could record the attempt. */
  repeats: number;
  repeatsWithAnotherId: number;
  lost: number;
  seconds: number;
}

const hostilePaths = ['/slow', '/hang', '/drip', 'refuse'];

/** A job is dead-lettered after five receives; four kills stay below that. */
const killsMax = 4;

/** Slow webhooks have few workers, and a job of theirs may be put off for five minutes. */
const timeoutMs = 15 * 60 * 1000;

export const runDeliveriesWithKills = (events: number): Promise<DeliveryKillFindings> =>
  withTempDir((tempDir) =>
    withService(
      () => startDeliveryService(tempDir),
      (service) => measureKills(service, events),
    ),
  );

const measureKills = async (service: DeliveryService, events: number): Promise<DeliveryKillFindings> => {
  const webhooks = await makeWebhooks(service.receiverUrl, hostilePaths);
  const healthy = webhooks.filter(({ isHealthy }) => isHealthy);
  const workspaceIds = [...new Set(webhooks.map(({ workspaceId }) => workspaceId))];
  const published = events * webhooksPerWorkspace;
  const expected = healthy.length * (events / workspaceCount);
  logProgress(`${published} deliveries, ${killsMax} kills, ${hostilePaths.length} hostile webhooks…`);
  const startedMs = performance.now();
  const publishing = createContacts(workspaceIds, events);
  const killer = createKiller(service, expected);
  const arrivals = await collectArrivals(service, expected, timeoutMs, { onPoll: killer.killIfDue });
  await publishing;
  logProgress(`  ${arrivals.first.length} of ${expected} arrived; waiting for the hostile ones…`);
  const outcomes = await waitForOutcomes(webhooks, published, timeoutMs);
  const late = await collectArrivals(service, 0, 0, { earlier: arrivals.first });
  const { delivered = 0, failed = 0, skipped = 0 } = outcomes;
  return {
    published,
    kills: killer.kills(),
    delivered,
    failed,
    skipped,
    arrivedAtHealthy: arrivals.first.length,
    repeats: arrivals.repeats + late.repeats,
    repeatsWithAnotherId: arrivals.changedIds + late.changedIds,
    lost: published - countEnded(outcomes) + (expected - arrivals.first.length),
    seconds: Math.round((performance.now() - startedMs) / 1_000),
  };
};

/** Kills after each fifth of the deliveries, in the midst of others. */
const createKiller = (service: DeliveryService, expected: number) => {
  let kills = 0;
  return {
    kills: () => kills,
    killIfDue: async (arrived: number): Promise<void> => {
      if (kills === killsMax || arrived < ((kills + 1) * expected) / (killsMax + 1)) return;
      kills += 1;
      await service.killWorkers();
      logProgress(`  kill ${kills} after ${arrived} deliveries`);
    },
  };
};

const pollIntervalMs = 100;

interface Arrivals {
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
const collectArrivals = async (
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

type Outcomes = Partial<Record<DeliveryStatus, number>>;

const countEnded = ({ delivered = 0, failed = 0, skipped = 0 }: Outcomes): number => delivered + failed + skipped;

/** Waits until the deliveries have ended. Counting reads every delivery, so most of the time is left to the workers. */
const waitForOutcomes = async (
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
