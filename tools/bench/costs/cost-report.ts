import type { EndpointRow } from '../endpoints/endpoints.ts';
import { assumptions } from './assumptions.ts';
import { type CallCost, toCallCost } from './call-cost.ts';
import { costPerMillion, type DeliveryUnits } from './delivery-cost.ts';
import type { FixedCost } from './fixed-costs.ts';
import { prices } from './prices.ts';

export interface CostFindings {
  endpoints: EndpointRow[];
  delivery: DeliveryUnits;
  fixed: FixedCost[];
}

/** The page of costs. Numbers are rounded so that a further run writes nearly the same page. */
export const buildCostPage = ({ endpoints, delivery, fixed }: CostFindings): string => {
  const hasFirewall = fixed.some(({ what }) => what === 'web ACLs');
  const costs = endpoints.map((row) => ({ row, cost: toCallCost(row, hasFirewall) }));
  return `${[
    intro,
    '## A million calls',
    callTable(costs),
    describeLargestParts(costs.map(({ cost }) => cost)),
    '## A million webhook deliveries',
    deliveryTable(delivery),
    '## Every month',
    fixedTable(fixed),
    storageText,
    '## How CPU of a laptop becomes a bill',
    assumptionsText,
    '## Prices',
    priceTable(),
  ].join('\n\n')}\n`;
};

const intro = `# Costs

Written by \`npm run bench -- --costs\`: change the code or \`tools/bench/costs/prices.ts\`, run it again, and commit both. Round
trips, units and log bytes are counted by the functions themselves, on the real bundles; dollars are list prices of
us-east-1, gathered in November 2026: first tier, without free allowances. What a call sets off in the background (events,
deliveries) is not in its row: deliveries have a table of their own.`;

type EndpointCost = { row: EndpointRow; cost: CallCost };

const callTable = (costs: readonly EndpointCost[]): string =>
  markdownTable(
    [
      'endpoint',
      'round trips',
      'read units',
      'write units',
      'billed ms',
      'log bytes',
      ...parts.map(([, title]) => title),
    ],
    costs.map(({ row, cost }) => [
      row.operationId,
      ...[row.round_trips, row.read_units, row.write_units].map((count) => roundTo(count, 0.5)),
      roundTo(cost.billedMs, 5),
      roundTo(row.logBytes, 50),
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

/** Says what most of the money goes for, in words that a further run does not change. */
const describeLargestParts = (costs: readonly CallCost[]): string => {
  const partNames = parts.filter(([part]) => part !== 'total').map(([part]) => part);
  const largestParts = costs.map((cost) => partNames.reduce((most, part) => (cost[part] > cost[most] ? part : most)));
  const counts = partNames.map((part) => ({ part, times: largestParts.filter((largest) => largest === part).length }));
  const phrases = counts
    .filter(({ times }) => times > 0)
    .sort((left, right) => right.times - left.times)
    .map(({ part, times }) => `${part === 'egress' ? 'data out' : part} for ${times}`);
  return `The largest part of a call is ${phrases.join(', ')} of ${costs.length} endpoints.
An HTTP API would cost $1.00 for a million requests instead of $${(prices.gatewayRequest.dollars * 1e6).toFixed(2)}, without our
error shape for the gateway's own errors and without a firewall before it. Every call but the public one pays one write
unit for its key: authentication, rate limit and "last used" in one update.`;
};

const deliveryTable = (units: DeliveryUnits): string => {
  const cost = costPerMillion(units);
  const { roundTrips, readUnits, writeUnits, logBytes } = units;
  const counts = [roundTrips, readUnits, writeUnits].map((count) => roundTo(count, 0.5));
  const amounts = [cost.queue, cost.functions, cost.table, cost.logs, cost.egress, cost.total].map(formatDollars);
  return `${markdownTable(
    [
      'delivery',
      'round trips',
      'read units',
      'write units',
      'log bytes',
      'queue $',
      ...parts.slice(1).map(([, title]) => title),
    ],
    [['taken at the first attempt', ...counts, roundTo(logBytes, 50), ...amounts]],
  )}

Batches of ${assumptions.deliveryBatchSize}, an endpoint that answers after ${assumptions.webhookResponseMs} ms, ${assumptions.deliveryBytes} bytes out. Each further attempt costs
about the same again.`;
};

const fixedTable = (fixed: readonly FixedCost[]): string => {
  const rows = fixed.map(({ what, count, dollars: amount }) => [what, String(count), formatDollars(amount)]);
  const total = fixed.reduce((sum, { dollars: amount }) => sum + amount, 0);
  return markdownTable(['of one environment', 'count', 'dollars'], [...rows, ['together', '', formatDollars(total)]]);
};

const storageText = `Besides, by what is kept: $${prices.tableGigabyteMonth.dollars.toFixed(2)} for a GB in the table, $${prices.recoveryGigabyteMonth.dollars.toFixed(2)} for its point-in-time recovery, $${prices.logGigabyteMonth.dollars.toFixed(2)} for a GB
of logs. A custom metric is paid for the hours in which it has a value, so that outcomes that do not occur cost nothing:
the number above is that of a service in which every operation is also refused, throttled and failing all month.`;

const assumptionsText = `Billed time is the CPU time of the machine that measured, stretched by ${assumptions.vcpuMemoryMb} MB / ${assumptions.apiMemoryMb} MB because
a function of that memory has only that part of a processor, and ${assumptions.tableRoundTripMs} ms for each round trip to the table, as if none ran
beside another; for \`sendMessage\` ${assumptions.extraWaitMs['sendMessage']} ms for the channel's answer besides. It is rounded up to 5 ms. Starts of new
processes are not in it. Lambda adds about ${assumptions.platformLogBytes} bytes of lines of its own to each call, CloudWatch ${assumptions.lineOverheadBytes} bytes to each
line, HTTP ${assumptions.responseOverheadBytes} bytes to each answer. All of these stand in \`tools/bench/costs/assumptions.ts\`.`;

const priceTable = (): string =>
  markdownTable(
    ['dollars', 'for a', 'source'],
    Object.values(prices).map(({ dollars: amount, per, source }) => [
      amount < 0.01 ? `${Number((amount * 1e6).toPrecision(8))} a million` : amount.toFixed(2),
      per,
      source,
    ]),
  );

/** To a tenth below ten dollars, else to one. */
const formatDollars = (amount: number): string => (amount < 10 ? amount.toFixed(1) : amount.toFixed(0));

const roundTo = (value: number, step: number): string => String(Math.round(value / step) * step);

/** Words stand on the left, numbers on the right. */
const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const alignment = header.map((_, index) => (rows.every((row) => /^[\d.]*$/.test(row[index] ?? '')) ? '--:' : '---'));
  return [header, alignment, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
};
