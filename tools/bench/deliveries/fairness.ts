import { concurrentCallsMax } from '../../local/lambda/function-host.ts';
import { percentile } from '../statistics.ts';
import { collectArrivals } from './arrivals.ts';
import type { DeliveryService } from './load.ts';
import { hostilePaths, startNeighbor } from './neighbor.ts';
import type { ReceivedDelivery } from './receiver.ts';
import { createContacts, makeBenchWebhooks, toHealthyPaths } from './workspaces.ts';

const quietCount = 9;
const webhooksPerWorkspace = 5;
const eventsPerSecond = 10;
const timeoutMs = 180_000;

/** In turns, so that both neighbors see the same machine. */
const rounds = 3;

/** The receiver tells the nine from their neighbor by the first number of the path. */
const healthyNeighborPaths = toHealthyPaths(quietCount, hostilePaths.length);

interface Delays {
  p50Ms: number;
  p99Ms: number;
}

interface FairnessRow {
  workspace: string;
  besideHealthy: Delays;
  besideHostile: Delays;
  /** The p99 beside the hostile neighbor, relative to the p99 beside the healthy one. */
  ratio: number;
}

export interface FairnessFindings {
  rows: FairnessRow[];
  lost: number;
  workersMax: number;
  /** While one was free, no delivery waited for a worker. */
  workersPeakBesideHealthy: number;
  workersPeakBesideHostile: number;
}

/**
 * Nine workspaces beside a tenth whose fifty webhooks are healthy, and beside one whose fifty are slow, dead or flooded.
 * Both neighbors get as many events: here all workers share the machine's cores, which in Lambda they do not, so a
 * comparison with no neighbor would measure the cores.
 */
export const measureFairness = async (
  service: DeliveryService,
  events: number,
  logProgress: (text: string) => void,
): Promise<FairnessFindings> => {
  const seconds = Math.ceil(events / eventsPerSecond);
  const measureBeside = async (paths: readonly string[]) => {
    const neighbor = await startNeighbor(service, paths, seconds);
    service.takeWorkersPeak();
    const arrivals = await measureQuiet(service, events);
    const workersPeak = service.takeWorkersPeak();
    await neighbor.end();
    return { arrivals, workersPeak };
  };
  const [healthy, hostile]: [Measured[], Measured[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    logProgress(`fairness ${round} of ${rounds}: ${quietCount} workspaces beside fifty healthy webhooks…`);
    healthy.push(await measureBeside(healthyNeighborPaths));
    logProgress(`fairness ${round} of ${rounds}: ${quietCount} workspaces beside fifty hostile webhooks…`);
    hostile.push(await measureBeside(hostilePaths));
  }
  const arrivals = [healthy, hostile].map((runs) => runs.flatMap((run) => run.arrivals));
  return {
    rows: toRows(arrivals[0] ?? [], arrivals[1] ?? []),
    lost: 2 * rounds * events * webhooksPerWorkspace - arrivals.flat().length,
    workersMax: concurrentCallsMax,
    workersPeakBesideHealthy: Math.max(...healthy.map(({ workersPeak }) => workersPeak)),
    workersPeakBesideHostile: Math.max(...hostile.map(({ workersPeak }) => workersPeak)),
  };
};

interface Measured {
  arrivals: ReceivedDelivery[];
  workersPeak: number;
}

const measureQuiet = async (service: DeliveryService, events: number): Promise<ReceivedDelivery[]> => {
  const workspaceIds: string[] = [];
  for (let n = 0; n < quietCount; n += 1) {
    const [webhook] = await makeBenchWebhooks(service.receiverUrl, toHealthyPaths(n, webhooksPerWorkspace));
    workspaceIds.push(webhook?.workspaceId ?? '');
  }
  await service.drainArrivals();
  await createContacts(workspaceIds, events, eventsPerSecond);
  const isQuiet = ({ path }: ReceivedDelivery) => !path.startsWith(`/good/${quietCount}/`);
  const { first } = await collectArrivals(service, events * webhooksPerWorkspace, timeoutMs, { isExpected: isQuiet });
  return first;
};

const toRows = (healthy: readonly ReceivedDelivery[], hostile: readonly ReceivedDelivery[]): FairnessRow[] => {
  const toRow = (workspace: string, prefix: string): FairnessRow => {
    const [besideHealthy, besideHostile] = [toDelays(healthy, prefix), toDelays(hostile, prefix)];
    return { workspace, besideHealthy, besideHostile, ratio: besideHostile.p99Ms / besideHealthy.p99Ms };
  };
  const rows = Array.from({ length: quietCount }, (_, n) => toRow(String(n + 1), `/good/${n}/`));
  return [...rows, toRow('all nine', '/good/')];
};

const toDelays = (arrivals: readonly ReceivedDelivery[], prefix: string): Delays => {
  const tookMs = arrivals.filter(({ path }) => path.startsWith(prefix)).map((arrival) => arrival.tookMs);
  return { p50Ms: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99) };
};
