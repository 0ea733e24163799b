import { costPerMillion, type DeliveryUnits } from '../costs/delivery-cost.ts';
import { percentile } from '../statistics.ts';
import { collectArrivals, countEnded, type Outcomes, waitForOutcomes } from './arrivals.ts';
import { type FunctionRow, measureFunction } from './function-alone.ts';
import type { DeliveryService } from './load.ts';
import { type BenchWebhook, createContacts, makeBenchWebhooks, toHealthyPaths } from './workspaces.ts';

const workspaceCount = 10;
const webhooksPerWorkspace = 10;
const hostilePaths = ['/hang', '/drip', 'refuse'];
const timeoutMs = 180_000;

interface DeliveryRow {
  what: string;
  published: number;
  outcomes: Outcomes;
  /** Deliveries without a final status, plus deliveries that never reached a healthy webhook. */
  lost: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface DeliveryFindings {
  rows: DeliveryRow[];
  functionAlone: FunctionRow[];
  units: DeliveryUnits;
  dollarsPerMillion: ReturnType<typeof costPerMillion>;
}

interface LoadProfile {
  what: string;
  events: number;
  eventsPerSecond: number;
  hasHostile: boolean;
}

export const measureDeliveries = async (
  service: DeliveryService,
  events: number,
  logProgress: (text: string) => void,
): Promise<DeliveryFindings> => {
  const loads: LoadProfile[] = [
    { what: 'warm-up', events: 50, eventsPerSecond: 10, hasHostile: false },
    { what: 'steady, all healthy', events, eventsPerSecond: 10, hasHostile: false },
    { what: 'steady, three hostile', events, eventsPerSecond: 10, hasHostile: true },
    { what: 'at once, all healthy', events, eventsPerSecond: Number.POSITIVE_INFINITY, hasHostile: false },
    { what: 'at once, three hostile', events, eventsPerSecond: Number.POSITIVE_INFINITY, hasHostile: true },
  ];
  const rows: DeliveryRow[] = [];
  for (const load of loads) {
    logProgress(`${load.what}: ${load.events} events to ${webhooksPerWorkspace} webhooks each…`);
    rows.push(await measureLoad(service, load));
  }
  logProgress('The function alone…');
  const functionAlone = await measureFunction(service, events);
  const units = toUnits(functionAlone);
  return { rows: rows.slice(1), functionAlone, units, dollarsPerMillion: costPerMillion(units) };
};

/** Ten webhooks per batch cost most: none of them shares its reads with another. */
const toUnits = (rows: readonly FunctionRow[]): DeliveryUnits => {
  const units = rows.find(({ webhooksPerBatch }) => webhooksPerBatch > 1);
  if (!units) throw new Error('Nothing was measured.');
  return units;
};

export const measureUnits = async (service: DeliveryService, events: number): Promise<DeliveryUnits> =>
  toUnits(await measureFunction(service, events));

const measureLoad = async (service: DeliveryService, load: LoadProfile): Promise<DeliveryRow> => {
  const webhooks = await makeWebhooks(service.receiverUrl, load.hasHostile);
  const workspaceIds = [...new Set(webhooks.map(({ workspaceId }) => workspaceId))];
  await service.drainArrivals();
  const startedMs = performance.now();
  await createContacts(workspaceIds, load.events, load.eventsPerSecond);
  const healthy = webhooks.filter(({ isHealthy }) => isHealthy);
  const published = load.events * webhooksPerWorkspace;
  const expected = healthy.length * (load.events / workspaceCount);
  const { first: arrivals, lastMs } = await collectArrivals(service, expected, timeoutMs);
  const outcomes = await waitForOutcomes(webhooks, published, timeoutMs);
  const tookMs = arrivals.map((arrival) => arrival.tookMs);
  return {
    what: load.what,
    published,
    outcomes,
    lost: published - countEnded(outcomes) + (expected - arrivals.length),
    perSecond: arrivals.length / ((lastMs - startedMs) / 1000),
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
  };
};

const makeWebhooks = async (receiverUrl: string, hasHostile: boolean): Promise<BenchWebhook[]> => {
  const webhooks: BenchWebhook[] = [];
  for (let workspace = 0; workspace < workspaceCount; workspace += 1) {
    const [first = '', ...others] = toHealthyPaths(workspace, webhooksPerWorkspace);
    const hostilePath = hasHostile ? hostilePaths[workspace] : undefined;
    webhooks.push(...(await makeBenchWebhooks(receiverUrl, [hostilePath ?? first, ...others])));
  }
  return webhooks;
};
