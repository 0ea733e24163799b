import { consumers } from '../../../functions/consumers/consumers.ts';
import { getSettings } from '../../../lib/settings.ts';
import { assumptions, computeMs, productionMemoryMb } from '../costs/assumptions.ts';
import { callLogBytes, functionDollars, jobLogDollars, tableDollars } from '../costs/call-cost.ts';
import { prices } from '../costs/prices.ts';
import type { FunctionWork, Work, WorkKind } from './measure.ts';

/** Batches of one, as at a few jobs a second, or full ones. */
export type Rate = 'low' | 'high';

/** What a function waits for besides the table, once for each batch. */
const waitMs: Record<string, number> = {
  sendMessage: 300,
  copyMedia: 300,
  deliverWebhook: assumptions.webhookResponseMs,
};

/** A lane gets slots for so many messages a second, and starts them without waiting for each other. */
const laneMs = 1_000 / 20;

const batchSizeOf = (name: string, rate: Rate): number =>
  rate === 'low' ? 1 : (consumers.find((consumer) => consumer.name === name)?.batchSize ?? 1);

/** The time of a function for one piece of work. The jobs of a batch wait together and compute one after the other. */
export const msOf = (name: string, { cpu_ms, round_trips }: FunctionWork, rate: Rate): number => {
  const compute = computeMs(cpu_ms, productionMemoryMb(name));
  if (name === 'sendBroadcast') return Math.max(compute, laneMs);
  const wait = round_trips * assumptions.tableRoundTripMs + (waitMs[name] ?? 0);
  return compute + wait / batchSizeOf(name, rate);
};

const isCall = (name: string): boolean => !consumers.some((consumer) => consumer.name === name);
const hasQueue = (name: string): boolean => consumers.some((one) => one.name === name && 'queue' in one.source);
const million = 1_000_000;

/** A million pieces of one function's work. */
const dollarsOf = (name: string, work: FunctionWork, rate: Rate): number => {
  const calls = work.calls / batchSizeOf(name, rate);
  const perMs = functionDollars(1, productionMemoryMb(name)) - functionDollars(0, productionMemoryMb(name));
  const gateway = isCall(name) ? million * (prices.gatewayRequest.dollars + prices.firewallRequest.dollars) : 0;
  const queue = hasQueue(name) ? 3 * million * (prices.queueRequest.dollars + prices.fairQueueRequest.dollars) : 0;
  const logBytes = isCall(name) ? callLogBytes(work.log_bytes) : work.log_bytes;
  return (
    calls * (functionDollars(0, 0) + gateway + queue) +
    msOf(name, work, rate) * perMs +
    tableDollars(work.read_units, work.write_units) +
    jobLogDollars(logBytes, Math.min(1, work.calls))
  );
};

const bucket = { putDollars: 0.000_005, gigabyteMonthDollars: 0.023, bytes: 100_000 };

/** A file is kept for its days. */
const fileDollars = (): number =>
  million * bucket.putDollars +
  ((million * bucket.bytes) / 1e9) * bucket.gigabyteMonthDollars * (getSettings('production').media.keepDays / 30);

export interface PricedWork {
  what: string;
  functions: Record<string, FunctionWork>;
  extraDollars?: number;
}

/** Deliveries are a row of their own: a message may have none, or one for each of ten webhooks. */
export const listWork = (work: Work): Record<WorkKind | 'delivery', PricedWork> => {
  const without = (kind: WorkKind, ...names: string[]) =>
    Object.fromEntries(Object.entries(work[kind]).filter(([name]) => !names.includes(name)));
  const only = (kind: WorkKind, name: string) =>
    Object.fromEntries(Object.entries(work[kind]).filter(([own]) => own === name));
  return {
    send: { what: 'message by API', functions: without('send') },
    recipient: { what: 'recipient of a broadcast', functions: without('recipient', 'createBroadcast') },
    receipt: { what: 'receipt of the channel', functions: without('receipt', 'deliverWebhook') },
    inbound: { what: 'message from a contact', functions: without('inbound', 'deliverWebhook') },
    file: { what: 'its file, of 100 KB', functions: only('file', 'copyMedia'), extraDollars: fileDollars() },
    delivery: { what: 'delivery to a webhook', functions: only('inbound', 'deliverWebhook') },
  };
};

export const dollarsPerMillion = ({ functions, extraDollars = 0 }: PricedWork, rate: Rate): number =>
  Object.entries(functions).reduce((sum, [name, own]) => sum + dollarsOf(name, own, rate), extraDollars);

export const unitsOf = ({ functions }: PricedWork, field: 'read_units' | 'write_units'): number =>
  Object.values(functions).reduce((sum, own) => sum + own[field], 0);
