import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../statistics.ts';
import { collectArrivals } from './arrivals.ts';
import type { DeliveryService } from './load.ts';
import { createContacts, makeBenchWebhooks, toHealthyPaths } from './workspaces.ts';

const quietCount = 9;
const webhooksPerWorkspace = 5;
const eventsPerSecond = 10;
const timeoutMs = 180_000;

/** Fifty webhooks, as many as a workspace may have: some barely succeed, some never respond, some are flooded. */
const hostilePaths = [...Array(25).fill('/slow'), ...Array(15).fill('/hang'), ...Array(10).fill('/flood')];

/** A flood for the whole time: 250 deliveries a second. */
const hostileEventsPerSecond = 5;

interface FairnessRow {
  workspace: string;
  p50Ms: number;
  p99Ms: number;
  p50MsBeside: number;
  p99MsBeside: number;
  /** The p99 beside the hostile workspace, relative to the p99 without it. */
  ratio: number;
}

export interface FairnessFindings {
  rows: FairnessRow[];
  lost: number;
}

/** Nine workspaces first alone, then beside a tenth whose fifty webhooks are slow, dead or flooded. */
export const measureFairness = async (
  service: DeliveryService,
  events: number,
  logProgress: (text: string) => void,
): Promise<FairnessFindings> => {
  logProgress(`fairness: ${events} events of ${quietCount} workspaces to ${webhooksPerWorkspace} webhooks each…`);
  const alone = await measureQuiet(service, events);
  logProgress('fairness: the same beside a workspace with fifty hostile webhooks…');
  const hostile = await startHostile(service, events);
  const beside = await measureQuiet(service, events);
  await hostile.end();
  const toRow = (workspace: string, isOfWorkspace: (path: string) => boolean): FairnessRow => {
    const [before, after] = [alone, beside].map(({ arrivals }) =>
      arrivals.filter(({ path }) => isOfWorkspace(path)).map(({ tookMs }) => tookMs),
    );
    const [p99Ms, p99MsBeside] = [percentile(before ?? [], 0.99), percentile(after ?? [], 0.99)];
    const [p50Ms, p50MsBeside] = [percentile(before ?? [], 0.5), percentile(after ?? [], 0.5)];
    return { workspace, p50Ms, p99Ms, p50MsBeside, p99MsBeside, ratio: p99MsBeside / p99Ms };
  };
  const rows = Array.from({ length: quietCount }, (_, n) =>
    toRow(String(n + 1), (path) => path.startsWith(`/good/${n}/`)),
  );
  return { rows: [...rows, toRow('all nine', () => true)], lost: alone.lost + beside.lost };
};

const measureQuiet = async (service: DeliveryService, events: number) => {
  const workspaceIds: string[] = [];
  for (let n = 0; n < quietCount; n += 1) {
    const [webhook] = await makeBenchWebhooks(service.receiverUrl, toHealthyPaths(n, webhooksPerWorkspace));
    workspaceIds.push(webhook?.workspaceId ?? '');
  }
  await service.drainArrivals();
  await createContacts(workspaceIds, events, eventsPerSecond);
  const expected = events * webhooksPerWorkspace;
  const { first: arrivals } = await collectArrivals(service, expected, timeoutMs);
  return { arrivals, lost: expected - arrivals.length };
};

/** Its first event tells the service which webhooks are slow, as the first minute of a real one would. */
const startHostile = async (service: DeliveryService, events: number) => {
  const { deleteWebhook } = await import('../../../functions/domain/webhooks/webhooks.ts');
  const webhooks = await makeBenchWebhooks(service.receiverUrl, hostilePaths);
  const workspaceId = webhooks[0]?.workspaceId ?? '';
  await createContacts([workspaceId], 1, Number.POSITIVE_INFINITY);
  await waitForMarks(workspaceId, hostilePaths.filter((path) => path !== '/flood').length);
  const seconds = events / eventsPerSecond;
  const flood = createContacts([workspaceId], seconds * hostileEventsPerSecond, hostileEventsPerSecond);
  return {
    end: async () => {
      await flood;
      await Promise.all(webhooks.map(({ id }) => deleteWebhook(workspaceId, id)));
    },
  };
};

const markTimeoutMs = 30_000;

const waitForMarks = async (workspaceId: string, slowCount: number): Promise<void> => {
  const { queryWebhooks } = await import('../../../functions/table/webhooks/webhooks.ts');
  const deadlineMs = performance.now() + markTimeoutMs;
  const countMarked = async () => (await queryWebhooks(workspaceId)).filter(({ slow_until }) => slow_until).length;
  while ((await countMarked()) < slowCount) {
    if (performance.now() > deadlineMs) throw new Error('The service does not mark the slow webhooks.');
    await wait(200);
  }
};
