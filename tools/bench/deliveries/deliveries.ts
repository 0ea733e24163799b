import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryStatus } from '../../../functions/model/delivery.ts';
import { costPerMillion, type DeliveryUnits } from '../costs/delivery-cost.ts';
import { mean, percentile } from '../statistics.ts';
import type { DeliveryStage } from './load.ts';
import type { Arrival } from './receiver.ts';

const workspaceCount = 10;
const endpointsPerWorkspace = 10;
const hostile = ['/hang', '/drip', 'refuse'];

interface DeliveryRow {
  what: string;
  /** Events times the endpoints that listen. */
  published: number;
  outcomes: Partial<Record<DeliveryStatus, number>>;
  /** Published deliveries that no row of the table tells the end of, and good ones that never arrived. */
  lost: number;
  /** First attempts at good endpoints. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface DeliveryFindings {
  rows: DeliveryRow[];
  units: DeliveryUnits;
  dollarsPerMillion: ReturnType<typeof costPerMillion>;
}

interface Load {
  what: string;
  events: number;
  eventsPerSecond: number;
  isHostile: boolean;
}

/** Events for 100 endpoints, at a steady pace and all at once, without and with three endpoints that mean no good. */
export const measureDeliveries = async (
  service: DeliveryStage,
  events: number,
  logProgress: (text: string) => void,
): Promise<DeliveryFindings> => {
  const loads: Load[] = [
    { what: 'warm-up', events: 50, eventsPerSecond: 10, isHostile: false },
    { what: 'steady, all good', events, eventsPerSecond: 10, isHostile: false },
    { what: 'steady, three hostile', events, eventsPerSecond: 10, isHostile: true },
    { what: 'at once, all good', events, eventsPerSecond: Number.POSITIVE_INFINITY, isHostile: false },
    { what: 'at once, three hostile', events, eventsPerSecond: Number.POSITIVE_INFINITY, isHostile: true },
  ];
  const rows: DeliveryRow[] = [];
  let units: DeliveryUnits | undefined;
  for (const load of loads) {
    logProgress(`${load.what}: ${load.events} events to ${endpointsPerWorkspace} endpoints each…`);
    service.heard.length = 0;
    rows.push(await measureLoad(service, load));
    // Of the endpoints that are called most often.
    if (!load.isHostile) units = unitsOf(service);
  }
  if (!units) throw new Error('Nothing was measured.');
  return { rows: rows.slice(1), units, dollarsPerMillion: costPerMillion(units) };
};

/** What one delivery costs while deliveries are frequent, without the loads. */
export const measureUnits = async (service: DeliveryStage, events: number): Promise<DeliveryUnits> => {
  service.heard.length = 0;
  await measureLoad(service, { what: 'units', events, eventsPerSecond: 10, isHostile: false });
  return unitsOf(service);
};

const measureLoad = async (service: DeliveryStage, load: Load): Promise<DeliveryRow> => {
  const endpoints = await makeEndpoints(service.receiverUrl, load.isHostile);
  const workspaceIds = [...new Set(endpoints.map(({ workspaceId }) => workspaceId))];
  await service.takeArrivals();
  const startedMs = performance.now();
  await publish(workspaceIds, load);
  const good = endpoints.filter(({ isGood }) => isGood);
  const published = load.events * endpointsPerWorkspace;
  const wanted = good.length * (load.events / workspaceCount);
  const { arrivals, lastMs } = await collect(service, wanted);
  const outcomes = await settle(endpoints, published);
  const settled = Object.values(outcomes).reduce((sum, count) => sum + count, 0) - (outcomes.retrying ?? 0);
  return {
    what: load.what,
    published,
    outcomes,
    lost: published - settled + (wanted - arrivals.length),
    perSecond: arrivals.length / ((lastMs - startedMs) / 1000),
    p50Ms: percentile(tookOf(arrivals), 0.5),
    p99Ms: percentile(tookOf(arrivals), 0.99),
  };
};

const tookOf = (arrivals: Arrival[]): number[] => arrivals.map(({ tookMs }) => tookMs);

interface BenchEndpoint {
  workspaceId: string;
  id: string;
  isGood: boolean;
}

const makeEndpoints = async (receiverUrl: string, isHostile: boolean): Promise<BenchEndpoint[]> => {
  const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { createWebhook } = await import('../../../functions/domain/webhooks/webhooks.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const endpoints: BenchEndpoint[] = [];
  for (let workspace = 0; workspace < workspaceCount; workspace += 1) {
    const { id: workspaceId } = await createWorkspace('Bench', 'DE');
    for (let place = 0; place < endpointsPerWorkspace; place += 1) {
      // Each of the bad ones stands beside nine good ones of its workspace.
      const bad = isHostile && place === 0 ? hostile[workspace] : undefined;
      // Nobody listens on port 9.
      const url = bad === 'refuse' ? 'http://127.0.0.1:9/' : `${receiverUrl}${bad ?? `/good/${workspace}/${place}`}`;
      const { id } = await createWebhook(workspaceId, newId(), { url, events: ['contact.created'] });
      endpoints.push({ workspaceId, id, isGood: bad === undefined });
    }
  }
  return endpoints;
};

/** Contacts as the API would store them, one after the other into each workspace. */
const publish = async (workspaceIds: string[], { events, eventsPerSecond }: Load): Promise<void> => {
  const { newContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { putContact } = await import('../../../functions/table/contacts/contact-writes.ts');
  const startedMs = performance.now();
  const puts: Promise<unknown>[] = [];
  for (let n = 0; n < events; n += 1) {
    const dueMs = startedMs + (n / eventsPerSecond) * 1000;
    await wait(Math.max(0, dueMs - performance.now()));
    puts.push(
      putContact(workspaceIds[n % workspaceIds.length] ?? '', newContact(newId(), { name: `Person ${n}` }), []),
    );
    if (puts.length % 20 === 0) await Promise.all(puts.splice(0));
  }
  await Promise.all(puts);
};

const patienceMs = 180_000;
const lookMs = 100;

/** The first arrival of each event at each good endpoint, and when the last of them came. */
const collect = async (service: DeliveryStage, wanted: number) => {
  const first = new Map<string, Arrival>();
  const deadlineMs = performance.now() + patienceMs;
  while (first.size < wanted && performance.now() < deadlineMs) {
    await wait(lookMs);
    for (const arrival of await service.takeArrivals()) {
      const key = `${arrival.endpoint} ${arrival.eventId}`;
      if (arrival.endpoint.startsWith('/good/') && !first.has(key)) first.set(key, arrival);
    }
  }
  return { arrivals: [...first.values()], lastMs: performance.now() };
};

/** Waits until no delivery is on its way any more, and counts how they ended. */
const settle = async (endpoints: BenchEndpoint[], published: number) => {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    const outcomes = await countOutcomes(endpoints);
    const ended = (outcomes.delivered ?? 0) + (outcomes.failed ?? 0) + (outcomes.skipped ?? 0);
    if (ended >= published || performance.now() > deadlineMs) return outcomes;
    await wait(1_000);
  }
};

const countOutcomes = async (endpoints: BenchEndpoint[]): Promise<Partial<Record<DeliveryStatus, number>>> => {
  const { listDeliveries } = await import('../../../functions/domain/webhooks/redeliver.ts');
  const outcomes: Partial<Record<DeliveryStatus, number>> = {};
  for (const { workspaceId, id } of endpoints) {
    const deliveries = await listDeliveries(workspaceId, id, { status: undefined, limit: Number.POSITIVE_INFINITY });
    for (const { status } of deliveries) outcomes[status] = (outcomes[status] ?? 0) + 1;
  }
  return outcomes;
};

/** Counted by the function itself, of deliveries that were taken at the first attempt and whose message came once. */
const unitsOf = ({ heard }: DeliveryStage): DeliveryUnits => {
  const works = heard.filter(
    ({ operation, outcome, attempt_number, receive_count }) =>
      operation === 'deliverWebhook' && outcome === 'delivered' && attempt_number === 1 && receive_count === 1,
  );
  return {
    readUnits: mean(works.map((line) => line.read_units)),
    writeUnits: mean(works.map((line) => line.write_units)),
    roundTrips: mean(works.map((line) => line.round_trips)),
    logBytes: mean(works.map((line) => line.logBytes)),
  };
};
