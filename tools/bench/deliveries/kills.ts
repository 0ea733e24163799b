import { logProgress, withService, withTempDir } from '../run.ts';
import { shortVisibilitySeconds } from '../service.ts';
import { collectArrivals, countEnded, waitForOutcomes } from './arrivals.ts';
import { type DeliveryService, startDeliveryService } from './load.ts';
import { createContacts, makeWebhooks, webhooksPerWorkspace, workspaceCount } from './workspaces.ts';

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
      () => startDeliveryService(tempDir, shortVisibilitySeconds),
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
  const publishing = createContacts(workspaceIds, events, Number.POSITIVE_INFINITY);
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
