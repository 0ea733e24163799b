import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { billedMs } from '../../../tools/bench/costs/assumptions.ts';
import { toCallCost } from '../../../tools/bench/costs/call-cost.ts';
import { buildCostPage } from '../../../tools/bench/costs/cost-report.ts';
import { costPerMillion } from '../../../tools/bench/costs/delivery-cost.ts';
import { listFixedCosts } from '../../../tools/bench/costs/fixed-costs.ts';

const row = {
  operationId: 'getThing',
  round_trips: 2,
  read_units: 4,
  write_units: 2,
  cpu_ms: 3,
  logBytes: 596,
  responseBytes: 300,
  p50Ms: 5,
  p99Ms: 9,
};
const delivery = { readUnits: 1, writeUnits: 1, roundTrips: 2, logBytes: 700 };

describe('the dollars for a million calls', () => {
  it('are those for the gateway, the function, the table, the log and the bytes that go out', () => {
    const cost = toCallCost(row, false);
    expect(cost).toMatchObject({ gateway: 3.5, billedMs: 20 });
    expect(cost.functions).toBeCloseTo(0.2 + 0.02 * 13.3334, 5);
    expect(cost.table).toBeCloseTo(4 * 0.125 + 2 * 0.625, 5);
    expect(cost.logs).toBeCloseTo(1000 * 0.0005, 5);
    expect(cost.egress).toBeCloseTo(1000 * 0.00009, 5);
    const { gateway, functions, table, logs, egress, total } = cost;
    expect(total).toBeCloseTo(gateway + functions + table + logs + egress, 5);
  });

  it('are 60 cents more behind a firewall', () => {
    expect(toCallCost(row, true).total - toCallCost(row, false).total).toBeCloseTo(0.6, 5);
  });

  it('count the time that a send waits for the channel', () => {
    expect(billedMs('sendMessage', 0, 0, 1_769)).toBe(300);
    expect(billedMs('getThing', 10, 1, 1_769)).toBe(15);
  });
});

describe('the dollars for a million deliveries', () => {
  it('are those of a tenth of a batch', () => {
    const { table, queue, functions, egress } = costPerMillion(delivery);
    expect(table).toBeCloseTo(0.75, 5);
    expect(queue).toBeCloseTo(0.15, 5);
    expect(functions).toBeCloseTo((0.2 + 0.22 * 0.5 * 13.3334) / 10, 5);
    expect(egress).toBeCloseTo(0.108, 5);
  });
});

describe('what is paid every month', () => {
  const resource = (Type: string, Properties: Record<string, unknown> = {}) => ({ Type, Properties });
  const Resources = {
    one: resource('AWS::KMS::Key'),
    two: resource('AWS::CloudWatch::Alarm'),
    three: resource('AWS::CloudWatch::Alarm', {
      Metrics: [{ Expression: 'a + b' }, { MetricStat: {} }, { MetricStat: {} }],
    }),
    four: resource('AWS::WAFv2::WebACL', { Rules: [{}, {}] }),
  };
  const fixed = listFixedCosts([{ Resources }]);

  it('is counted in the templates, an alarm by its metrics and a firewall with its rules', () => {
    const dollars = Object.fromEntries(fixed.map((cost) => [cost.what, cost.dollars]));
    expect(dollars).toMatchObject({ 'KMS keys': 1, 'web ACLs': 5, 'rules of web ACLs': 2 });
    expect(dollars['metrics of alarms']).toBeCloseTo(0.3, 5);
    expect(dollars).not.toHaveProperty('dashboards');
  });

  it('stands on the page with the calls, which pay for the firewall too', () => {
    const page = buildCostPage({ endpoints: [row], delivery, fixed });
    expect(page).toContain('| getThing | 2 | 4 | 2 | 20 | 600 | 4.1 | 0.5 | 1.8 | 0.5 | 0.1 | 6.9 |');
    expect(page).toContain('| web ACLs | 1 | 5.0 |');
  });
});

describe('the page of costs in this repository', () => {
  const page = readFileSync('docs/costs.md', 'utf8');

  it.each(endpoints)('has a row for $operationId', ({ operationId }) => {
    expect(page).toContain(`\n| ${operationId} |`);
  });
});
