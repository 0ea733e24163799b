import { alignColumns } from '../../terminal/layout.ts';
import { costPerMillion, type DeliveryUnits } from '../costs/job-costs.ts';
import { percentile } from '../statistics.ts';
import { collectArrivals, countEnded, type Outcomes, waitForOutcomes } from './arrivals.ts';
import { type FunctionRow, measureFunction } from './function-alone.ts';
import type { DeliveryService } from './load.ts';
import { createContacts, makeWebhooks, webhooksPerWorkspace, workspaceCount } from './workspaces.ts';

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
  const webhooks = await makeWebhooks(service.receiverUrl, load.hasHostile ? hostilePaths : []);
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

export const formatDeliveries = (findings: DeliveryFindings): string =>
  [formatLoads(findings), formatFunction(findings), [['dollars per million', ''], ...toCost(findings)]]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');

const formatLoads = ({ rows }: DeliveryFindings): string[][] => [
  ['load', 'published', 'delivered', 'failed', 'skipped', 'lost', 'per second', 'p50 ms', 'p99 ms'],
  ...rows.map(({ what, published, outcomes, lost, perSecond, p50Ms, p99Ms }) => [
    what,
    ...[published, outcomes.delivered ?? 0, outcomes.failed ?? 0, outcomes.skipped ?? 0, lost].map(String),
    ...[perSecond, p50Ms, p99Ms].map((value) => value.toFixed(0)),
  ]),
];

const formatFunction = ({ functionAlone }: DeliveryFindings): string[][] => [
  ['function alone', 'CPU ms', 'per second and core', 'round trips', 'read units', 'write units', 'log bytes'],
  ...functionAlone.map(({ webhooksPerBatch, cpuMs, perSecondAndCore, ...units }) => [
    `${webhooksPerBatch} webhooks per batch`,
    cpuMs.toFixed(2),
    perSecondAndCore.toFixed(0),
    ...[units.roundTrips, units.readUnits, units.writeUnits].map((value) => value.toFixed(2)),
    units.logBytes.toFixed(0),
  ]),
];

const toCost = ({ dollarsPerMillion }: DeliveryFindings): string[][] =>
  Object.entries(dollarsPerMillion).map(([part, dollars]) => [part, dollars.toFixed(2)]);
