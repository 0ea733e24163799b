import { consumers } from '../../../functions/consumers/consumers.ts';
import { defaultFirewall, getSettings } from '../../../lib/settings.ts';
import { followerDollars, waitingUnits } from '../costs/agent-cost.ts';
import { assumptions, computeMs, productionMemoryMb } from '../costs/assumptions.ts';
import { callLogBytes, functionDollars, jobLogDollars, tableDollars } from '../costs/call-cost.ts';
import { prices } from '../costs/prices.ts';
import { markdownTable } from '../page.ts';
import type { FunctionWork, Work, WorkKind } from './measure.ts';

const settings = getSettings('production');
/** Batches of one, as at a few jobs a second, or full ones. */
type Rate = 'low' | 'high';

/** A function's wait for others than the table, once for each batch. */
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
const msOf = (name: string, { cpu_ms, round_trips }: FunctionWork, rate: Rate): number => {
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
  ((million * bucket.bytes) / 1e9) * bucket.gigabyteMonthDollars * (settings.media.keepDays / 30);

interface PricedWork {
  what: string;
  functions: Record<string, FunctionWork>;
  extraDollars?: number;
}

/** Deliveries are a row of their own: a message may have none, or one for each of ten webhooks. */
const listWork = (work: Work): Record<WorkKind | 'delivery', PricedWork> => {
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

const dollarsPerMillion = ({ functions, extraDollars = 0 }: PricedWork, rate: Rate): number =>
  Object.entries(functions).reduce((sum, [name, own]) => sum + dollarsOf(name, own, rate), extraDollars);

const unitsOf = ({ functions }: PricedWork, field: 'read_units' | 'write_units'): number =>
  Object.values(functions).reduce((sum, own) => sum + own[field], 0);

const round = (value: number): string => String(Number(value.toPrecision(value < 10 ? 2 : 3)));

/** A month of so many messages: 0.6 sent and 0.4 received, 3 receipts for each sent one, 10 deliveries for each. */
const monthOf = (work: Work, messages: number) => {
  const rate = messages < 10 ? 'low' : 'high';
  const { send, receipt, inbound, delivery } = listWork(work);
  const dollars = (own: PricedWork, count: number) => messages * count * dollarsPerMillion(own, rate);
  const { keepWeeks = 0, keepMonths = 0 } = settings.backup ?? {};
  const copyDollars = keepWeeks * prices.backupGigabyteMonth.dollars + keepMonths * prices.coldGigabyteMonth.dollars;
  const gigabytes = { messages: messages * 12 * 1.2, deliveries: messages * 10 * 1 };
  const storage = prices.tableGigabyteMonth.dollars + prices.recoveryGigabyteMonth.dollars;
  return {
    sends: dollars(send, 0.6),
    'messages from contacts': dollars(inbound, 0.4),
    receipts: dollars(receipt, 1.8),
    deliveries: dollars(delivery, 10),
    'table and point-in-time recovery': (gigabytes.messages + gigabytes.deliveries) * storage,
    'copies: messages of 12 months': gigabytes.messages * copyDollars,
    'copies: deliveries of 30 days': gigabytes.deliveries * copyDollars,
  };
};

export const workCosts = (work: Work) => {
  const rows = Object.values(listWork(work)).map((own) => [
    own.what,
    ...[unitsOf(own, 'read_units'), unitsOf(own, 'write_units')].map(round),
    ...(['low', 'high'] as const).map((rate) => dollarsPerMillion(own, rate).toFixed(1)),
  ]);
  const [small, large] = [monthOf(work, 1), monthOf(work, 100)];
  const months = Object.keys(small).map((name) => [
    name,
    ...[small, large].map((month) => Math.round(month[name as keyof typeof small]).toString()),
  ]);
  const sum = (month: typeof small) =>
    Object.values(month)
      .reduce((total, dollars) => total + dollars, 0)
      .toFixed(0);
  return {
    work: markdownTable(
      ['a million', 'read units each', 'write units each', 'batches of one $', 'full batches $'],
      rows,
    ),
    months: markdownTable(
      ['dollars a month', '1 M messages', '100 M messages'],
      [...months, ['total, without fixed costs', sum(small), sum(large)]],
    ),
  };
};

/** The limit that stops a function from doing more of this work, and its rate. */
const limitOf = (name: string, ms: number): { what: string; perSecond: number } => {
  const consumer = consumers.find((one) => one.name === name);
  if (consumer && 'changes' in consumer.source)
    return { what: '4 stream shards, ten calls each', perSecond: 40_000 / ms };
  const concurrency =
    consumer && 'queue' in consumer.source && (settings.concurrency[consumer.source.queue] ?? consumer.concurrencyMax);
  if (concurrency) return { what: `${concurrency} calls of ${name}`, perSecond: (concurrency * 1_000) / ms };
  if (!name.startsWith('receive'))
    return { what: `throttle of ${name}`, perSecond: settings.throttle.requestsPerSecond };
  const { channelRequestsPerAddress } = settings.firewall ?? defaultFirewall;
  return { what: 'the firewall, if all come from one address', perSecond: channelRequestsPerAddress / 300 };
};

const lambdaConcurrency = 1_000;

const listLimits = (own: PricedWork) => {
  const times = Object.entries(own.functions).map(([name, work]) => ({ name, ms: msOf(name, work, 'high') }));
  const allMs = times.reduce((sum, { ms }) => sum + ms, 0);
  const { writeUnitsPerSecond, readUnitsPerSecond } = settings.spending;
  return [
    ...times.map(({ name, ms }) => limitOf(name, ms)),
    { what: 'Lambda concurrency of 1,000', perSecond: (lambdaConcurrency * 1_000) / allMs },
    { what: 'write units', perSecond: writeUnitsPerSecond / unitsOf(own, 'write_units') },
    { what: 'read units', perSecond: readUnitsPerSecond / unitsOf(own, 'read_units') },
  ].sort((left, right) => left.perSecond - right.perSecond);
};

const rates = [10, 100, 1_000];

/** The table of docs/scale.md. */
export const loadTable = (work: Work): string => {
  const rows = Object.values(listWork(work)).flatMap((own) =>
    rates.map((perSecond) => {
      const atOnce = Object.entries(own.functions)
        .map(([name, one]) => ({ name, calls: Math.ceil((perSecond * msOf(name, one, 'high')) / 1_000) }))
        .filter(({ calls }) => calls > 0);
      const [first] = listLimits(own);
      return [
        `${perSecond} × ${own.what}`,
        atOnce.map(({ name, calls }) => `${name} ${calls}`).join(', '),
        round(perSecond * unitsOf(own, 'write_units')),
        round(perSecond * unitsOf(own, 'read_units')),
        ((dollarsPerMillion(own, perSecond < 100 ? 'low' : 'high') * perSecond * 3_600) / 1e6).toFixed(2),
        `${first?.what}, at ${round(Math.floor(first?.perSecond ?? 0))} a second`,
      ];
    }),
  );
  const header = ['a second', 'at once', 'write units', 'read units', '$ an hour', 'breaks first'];
  return markdownTable(header, [...rows, ...followerRows()]);
};

/** They are there all the time, whatever else happens. */
const followerRows = (): string[][] => {
  const { followersMax = 0 } = settings;
  const { seconds, write_units, read_units } = waitingUnits;
  return [10, 100, followersMax].map((followers) => [
    `${followers} followers of feeds`,
    `listFeedEvents ${followers}`,
    round((followers * write_units) / seconds),
    round((followers * read_units) / seconds),
    ((followers * followerDollars.waiting) / 730).toFixed(2),
    `followersMax, at ${followersMax}; the others poll`,
  ]);
};
