import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryStatus } from '../../../functions/model/delivery.ts';
import { costPerMillion, type DeliveryUnits } from '../costs/delivery-cost.ts';
import { mean, percentile } from '../statistics.ts';
import type { DeliveryService } from './load.ts';
import type { ReceivedDelivery } from './receiver.ts';

const workspaceCount = 10;
const webhooksPerWorkspace = 10;
const hostilePaths = ['/hang', '/drip', 'refuse'];

interface DeliveryRow {
  what: string;
  published: number;
  outcomes: Partial<Record<DeliveryStatus, number>>;
  /** Deliveries without a final status, plus deliveries that never reached a healthy webhook. */
  lost: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface DeliveryFindings {
  rows: DeliveryRow[];
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
  let units: DeliveryUnits | undefined;
  for (const load of loads) {
    logProgress(`${load.what}: ${load.events} events to ${webhooksPerWorkspace} webhooks each…`);
    service.logLines.length = 0;
    rows.push(await measureLoad(service, load));
    if (!load.hasHostile) units = averageUnits(service);
  }
  if (!units) throw new Error('Nothing was measured.');
  return { rows: rows.slice(1), units, dollarsPerMillion: costPerMillion(units) };
};

export const measureUnits = async (service: DeliveryService, events: number): Promise<DeliveryUnits> => {
  service.logLines.length = 0;
  await measureLoad(service, { what: 'units', events, eventsPerSecond: 10, hasHostile: false });
  return averageUnits(service);
};

const measureLoad = async (service: DeliveryService, load: LoadProfile): Promise<DeliveryRow> => {
  const webhooks = await makeWebhooks(service.receiverUrl, load.hasHostile);
  const workspaceIds = [...new Set(webhooks.map(({ workspaceId }) => workspaceId))];
  await service.drainArrivals();
  const startedMs = performance.now();
  await createContacts(workspaceIds, load);
  const healthy = webhooks.filter(({ isHealthy }) => isHealthy);
  const published = load.events * webhooksPerWorkspace;
  const expected = healthy.length * (load.events / workspaceCount);
  const { arrivals, lastMs } = await collectArrivals(service, expected);
  const outcomes = await waitForOutcomes(webhooks, published);
  const endedCount = Object.values(outcomes).reduce((sum, count) => sum + count, 0) - (outcomes.retrying ?? 0);
  return {
    what: load.what,
    published,
    outcomes,
    lost: published - endedCount + (expected - arrivals.length),
    perSecond: arrivals.length / ((lastMs - startedMs) / 1000),
    p50Ms: percentile(toDurations(arrivals), 0.5),
    p99Ms: percentile(toDurations(arrivals), 0.99),
  };
};

const toDurations = (arrivals: ReceivedDelivery[]): number[] => arrivals.map(({ tookMs }) => tookMs);

interface BenchWebhook {
  workspaceId: string;
  id: string;
  isHealthy: boolean;
}

const makeWebhooks = async (receiverUrl: string, hasHostile: boolean): Promise<BenchWebhook[]> => {
  const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { createWebhook } = await import('../../../functions/domain/webhooks/webhooks.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const webhooks: BenchWebhook[] = [];
  for (let workspaceIndex = 0; workspaceIndex < workspaceCount; workspaceIndex += 1) {
    const { id: workspaceId } = await createWorkspace('Bench', 'DE');
    for (let webhookIndex = 0; webhookIndex < webhooksPerWorkspace; webhookIndex += 1) {
      const hostilePath = hasHostile && webhookIndex === 0 ? hostilePaths[workspaceIndex] : undefined;
      // Port 9 refuses connections.
      const url =
        hostilePath === 'refuse'
          ? 'http://127.0.0.1:9/'
          : `${receiverUrl}${hostilePath ?? `/good/${workspaceIndex}/${webhookIndex}`}`;
      const { id } = await createWebhook(workspaceId, newId(), { url, events: ['contact.created'] });
      webhooks.push({ workspaceId, id, isHealthy: hostilePath === undefined });
    }
  }
  return webhooks;
};

/** Each contact causes one event. */
const createContacts = async (workspaceIds: string[], { events, eventsPerSecond }: LoadProfile): Promise<void> => {
  const { createContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const startedMs = performance.now();
  const writes: Promise<unknown>[] = [];
  for (let n = 0; n < events; n += 1) {
    const dueMs = startedMs + (n / eventsPerSecond) * 1000;
    await wait(Math.max(0, dueMs - performance.now()));
    const contact = { name: `Person ${n}`, phone: `+4915114${String(100_000 + n)}` };
    writes.push(createContact(workspaceIds[n % workspaceIds.length] ?? '', newId(), contact));
    if (writes.length % 20 === 0) await Promise.all(writes.splice(0));
  }
  await Promise.all(writes);
};

const timeoutMs = 180_000;
const pollIntervalMs = 100;

const collectArrivals = async (service: DeliveryService, expected: number) => {
  const firstArrivals = new Map<string, ReceivedDelivery>();
  const deadlineMs = performance.now() + timeoutMs;
  while (firstArrivals.size < expected && performance.now() < deadlineMs) {
    await wait(pollIntervalMs);
    for (const arrival of await service.drainArrivals()) {
      const key = `${arrival.path} ${arrival.eventId}`;
      if (arrival.path.startsWith('/good/') && !firstArrivals.has(key)) firstArrivals.set(key, arrival);
    }
  }
  return { arrivals: [...firstArrivals.values()], lastMs: performance.now() };
};

const waitForOutcomes = async (webhooks: BenchWebhook[], published: number) => {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const outcomes = await countOutcomes(webhooks);
    const ended = (outcomes.delivered ?? 0) + (outcomes.failed ?? 0) + (outcomes.skipped ?? 0);
    if (ended >= published || performance.now() > deadlineMs) return outcomes;
    await wait(1_000);
  }
};

const countOutcomes = async (webhooks: BenchWebhook[]): Promise<Partial<Record<DeliveryStatus, number>>> => {
  const { listDeliveries } = await import('../../../functions/domain/webhooks/redeliver.ts');
  const outcomes: Partial<Record<DeliveryStatus, number>> = {};
  for (const { workspaceId, id } of webhooks) {
    const deliveries = await listDeliveries(workspaceId, id, { status: undefined, limit: Number.POSITIVE_INFINITY });
    for (const { status } of deliveries) outcomes[status] = (outcomes[status] ?? 0) + 1;
  }
  return outcomes;
};

/** Only deliveries accepted at the first attempt whose job was received once. */
const averageUnits = ({ logLines }: DeliveryService): DeliveryUnits => {
  const deliveredLines = logLines.filter(
    ({ operation, outcome, attempt_number, receive_count }) =>
      operation === 'deliverWebhook' && outcome === 'delivered' && attempt_number === 1 && receive_count === 1,
  );
  return {
    readUnits: mean(deliveredLines.map((line) => line.read_units)),
    writeUnits: mean(deliveredLines.map((line) => line.write_units)),
    roundTrips: mean(deliveredLines.map((line) => line.round_trips)),
    logBytes: mean(deliveredLines.map((line) => line.logBytes)),
  };
};
