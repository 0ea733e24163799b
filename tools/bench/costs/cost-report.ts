import { getSettings } from '../../../lib/settings.ts';
import { readBaseline } from '../baseline.ts';
import type { EndpointRow } from '../endpoints/endpoints.ts';
import { markdownTable } from '../page.ts';
import { readWork, type Work } from '../work/measure.ts';
import { workCosts } from '../work/work-tables.ts';
import { busyAgentDollars, followerDollars, listAgentCosts } from './agent-cost.ts';
import type { MemoryNeed } from './assumptions.ts';
import { assumptions, productionMemoryMb } from './assumptions.ts';
import { type CallCost, callLogBytes, tableDollars, toCallCost } from './call-cost.ts';
import { listChatCosts } from './chat-cost.ts';
import { type FixedCost, sumFixedCosts } from './fixed-costs.ts';
import { type ContactCost, checkDollars, compareImports, costPerMillion } from './job-costs.ts';
import { prices } from './prices.ts';

export interface CostFindings {
  endpoints: EndpointRow[];
  /** The fixed costs of staging, of production, and of production with the dashboard. */
  staging: FixedCost[];
  fixed: FixedCost[];
  fixedWithDashboard: FixedCost[];
}

/** The values of docs/costs.md that a run measures or synthesizes, rounded so that another run writes nearly the same. */
export const measuredCosts = ({
  endpoints,
  staging,
  fixed,
  fixedWithDashboard,
}: CostFindings): Record<string, string> => {
  const hasFirewall = fixed.some(({ what }) => what === 'web ACLs');
  const costs = endpoints.map((row) => ({ row, cost: toCallCost(row, hasFirewall) }));
  return {
    calls: callTable(costs),
    largest: describeLargestParts(costs.map(({ cost }) => cost)),
    imports: importTable(compareImports(costs)),
    fixed: fixedTable(staging, fixed, fixedWithDashboard),
  };
};

/** The values of docs/costs.md that follow from recorded measurements, prices, assumptions and settings. */
export const recordedCosts = (): Record<string, string> => {
  const work = readWork();
  const { inbox, chat, memory } = readBaseline();
  const { keepWeeks, keepMonths } = getSettings('production').backup ?? { keepWeeks: 0, keepMonths: 0 };
  const { backupGigabyteMonth, coldGigabyteMonth } = prices;
  const { extraWaitMs, ...numbers } = assumptions;
  return {
    ...deliveryCosts(work),
    ...workCosts(work),
    check: formatDollars(checkDollars()),
    agent: agentTable('operation of the inbox', listAgentCosts(inbox), 'a month'),
    webChat: agentTable('operation of visitors', listChatCosts(chat)),
    busyAgent: busyAgentDollars(inbox).toFixed(2),
    follower: followerDollars.waiting.toFixed(1),
    followerPolling: followerDollars.polling.toFixed(1),
    memory: memoryTable(memory),
    prices: priceTable(),
    keepWeeks: String(keepWeeks),
    keepMonths: String(keepMonths),
    copy: (keepWeeks * backupGigabyteMonth.dollars + keepMonths * coldGigabyteMonth.dollars).toFixed(2),
    channelMs: String(extraWaitMs['sendMessage']),
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
    ...Object.fromEntries(Object.entries(prices).map(([name, { dollars }]) => [name, formatPrice(dollars)])),
  };
};

type EndpointCost = { row: EndpointRow; cost: CallCost };

const callTable = (costs: readonly EndpointCost[]): string =>
  markdownTable(
    [
      'endpoint',
      'round trips',
      'read units',
      'write units',
      'memory MB',
      'billed ms',
      'log bytes',
      ...parts.map(([, title]) => title),
    ],
    costs.map(({ row, cost }) => [
      row.operationId,
      ...[row.round_trips, row.read_units, row.write_units].map((count) => roundTo(count, 0.5)),
      String(cost.memoryMb),
      roundTo(cost.billedMs, 5),
      roundTo(callLogBytes(row.logBytes), 10),
      ...parts.map(([part]) => formatDollars(cost[part])),
    ]),
  );

const parts = [
  ['gateway', 'gateway $'],
  ['functions', 'functions $'],
  ['table', 'table $'],
  ['logs', 'logs $'],
  ['egress', 'data out $'],
  ['total', 'total $'],
] as const satisfies [keyof CallCost, string][];

const describeLargestParts = (costs: readonly CallCost[]): string => {
  const partNames = parts.filter(([part]) => part !== 'total').map(([part]) => part);
  const largestParts = costs.map((cost) => partNames.reduce((most, part) => (cost[part] > cost[most] ? part : most)));
  const counts = partNames.map((part) => ({ part, times: largestParts.filter((largest) => largest === part).length }));
  const phrases = counts
    .filter(({ times }) => times > 0)
    .sort((left, right) => right.times - left.times)
    .map(({ part, times }) => `${part === 'egress' ? 'data out' : part} for ${times}`);
  return `${phrases.join(', ')} of ${costs.length} endpoints`;
};

const importTable = (rows: readonly ContactCost[]): string =>
  markdownTable(
    ['contacts', 'read units each', 'write units each', 'a second', 'total $'],
    rows.map(({ how, readUnits, writeUnits, perSecond, dollars }) => [
      how,
      readUnits.toFixed(2),
      writeUnits.toFixed(2),
      roundTo(perSecond, 10),
      formatDollars(dollars),
    ]),
  );

/** The price of a delivery without reads, without a log and with one write unit. */
const floorDollars = ({ queue, functions, egress }: ReturnType<typeof costPerMillion>): number =>
  queue + functions + egress + tableDollars(0, 1);

const deliveryCosts = ({ inbound: { deliverWebhook } }: Work) => {
  if (!deliverWebhook) throw new Error('docs/work.json has no deliverWebhook.');
  const cost = costPerMillion(deliverWebhook);
  const { round_trips, read_units, write_units, log_bytes } = deliverWebhook;
  const counts = [round_trips, read_units, write_units].map((count) => roundTo(count, 0.5));
  const amounts = [cost.queue, cost.functions, cost.table, cost.logs, cost.egress, cost.total].map((amount) =>
    amount.toFixed(2),
  );
  const deliveries = markdownTable(
    [
      'delivery',
      'round trips',
      'read units',
      'write units',
      'log bytes',
      'queue $',
      ...parts.slice(1).map(([, title]) => title),
    ],
    [['succeeds at the first attempt', ...counts, roundTo(log_bytes, 10), ...amounts]],
  );
  return { deliveries, deliveryFloor: floorDollars(cost).toFixed(2) };
};

const fixedTable = (...environments: FixedCost[][]): string => {
  const names = [...new Set(environments.flatMap((costs) => costs.map(({ what }) => what)))];
  const rows = names.map((name) => [
    name,
    ...environments.flatMap((costs) => {
      const { count, dollars } = costs.find(({ what }) => what === name) ?? { count: 0, dollars: 0 };
      return [String(count), dollars.toFixed(2)];
    }),
  ]);
  const totals = environments.flatMap((costs) => ['', sumFixedCosts(costs).toFixed(2)]);
  return markdownTable(
    ['per month', 'staging', '$', 'production', '$', 'production with the dashboard', '$'],
    [...rows, ['total', ...totals]],
  );
};

const agentTable = (title: string, rows: ReturnType<typeof listAgentCosts>, times = 'calls'): string =>
  markdownTable(
    [title, times, 'read units', 'write units', 'total $'],
    rows.map(({ operation, times, read_units, write_units, dollars }) => [
      operation,
      roundTo(times, 1),
      String(read_units ?? ''),
      String(write_units ?? ''),
      dollars.toFixed(2),
    ]),
  );

const memoryTable = (memory: Record<string, MemoryNeed>): string =>
  markdownTable(
    ['function', 'CPU ms of the slowest 1 %', 'resident MB', 'memory MB'],
    Object.entries(memory).map(([name, need]) => [
      name,
      String(need.cpu_p99_ms ?? ''),
      String(need.resident_mb),
      String(productionMemoryMb(name)),
    ]),
  );

const priceTable = (): string =>
  markdownTable(
    ['dollars', 'for a', 'source'],
    Object.values(prices).map(({ dollars: amount, per, source }) => [
      amount < 0.01 ? `${Number((amount * 1e6).toPrecision(8))} a million` : formatPrice(amount),
      per,
      source,
    ]),
  );

/** Small amounts are for a million. An amount keeps the digits that two decimals would lose. */
const formatPrice = (dollars: number): string => {
  const amount = Number((dollars < 0.01 ? dollars * 1e6 : dollars).toPrecision(8));
  return amount.toFixed(Math.max(2, String(amount).split('.')[1]?.length ?? 0));
};

const formatDollars = (amount: number): string => (amount < 10 ? amount.toFixed(1) : amount.toFixed(0));

const roundTo = (value: number, step: number): string => String(Math.round(value / step) * step);
