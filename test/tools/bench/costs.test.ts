import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { deployed } from '../../../functions/deployed.ts';
import { readBaseline } from '../../../tools/bench/baseline.ts';
import { billedMs, computeMs, productionMemoryMb } from '../../../tools/bench/costs/assumptions.ts';
import { callLogBytes, toCallCost } from '../../../tools/bench/costs/call-cost.ts';
import { buildCostPage } from '../../../tools/bench/costs/cost-report.ts';
import { listFixedCosts } from '../../../tools/bench/costs/fixed-costs.ts';
import { costPerMillion } from '../../../tools/bench/costs/job-costs.ts';
import { chooseMemoryMb } from '../../../tools/bench/memory.ts';

const row = {
  operationId: 'getThing',
  round_trips: 2,
  read_units: 4,
  write_units: 2,
  cpu_ms: 3,
  cpuP99Ms: 8,
  logBytes: 287,
  responseBytes: 300,
  p50Ms: 5,
  p99Ms: 9,
};
const delivery = { readUnits: 1, writeUnits: 1, roundTrips: 2, logBytes: 400, logLines: 1 };

describe('the cost of a million calls', () => {
  it('the cost of a call is the sum of gateway, function, table, log and egress', () => {
    const cost = toCallCost(row, false);
    expect(cost).toMatchObject({ gateway: 3.5, memoryMb: 256, billedMs: 35 });
    expect(cost.functions).toBeCloseTo(0.2 + 0.035 * 0.25 * 13.3334, 5);
    expect(cost.table).toBeCloseTo(4 * 0.125 + 2 * 0.625, 5);
    expect(cost.logs).toBeCloseTo((287 + 39 + 26 + 22 + 26) * 0.0005, 5);
    expect(callLogBytes(row.logBytes)).toBe(400);
    expect(cost.egress).toBeCloseTo((300 + 495) * 0.00009, 5);
    const { gateway, functions, table, logs, egress, total } = cost;
    expect(total).toBeCloseTo(gateway + functions + table + logs + egress, 5);
  });

  it('a firewall adds 60 cents per million calls', () => {
    expect(toCallCost(row, true).total - toCallCost(row, false).total).toBeCloseTo(0.6, 5);
  });

  it('a send is billed for the time it waits for the channel', () => {
    expect(billedMs('sendMessage', 0, 0, 1_769)).toBe(300);
    expect(billedMs('getThing', 10, 1, 1_769)).toBe(15);
  });
});

it('a delivery costs a tenth of a batch of ten', () => {
  const { table, queue, functions, egress } = costPerMillion(delivery);
  expect(table).toBeCloseTo(0.75, 5);
  expect(queue).toBeCloseTo(0.15, 5);
  expect(functions).toBeCloseTo((0.2 + (0.2 + (0.02 * 1769) / 256) * 0.25 * 13.3334) / 10, 5);
  expect(egress).toBeCloseTo(0.108, 5);
});

describe('the fixed monthly costs', () => {
  const resource = (Type: string, Properties: Record<string, unknown> = {}) => ({ Type, Properties });
  const ownFunction = (METRICS_NAMESPACE: string) =>
    resource('AWS::Lambda::Function', { Runtime: 'nodejs24.x', Environment: { Variables: { METRICS_NAMESPACE } } });
  const metricFilter = (MetricName: string) =>
    resource('AWS::Logs::MetricFilter', {
      MetricTransformations: [{ MetricNamespace: 'Switchboard/test', MetricName }],
    });
  const generatedSecret = (SecretStringTemplate: string) =>
    resource('AWS::SecretsManager::Secret', { GenerateSecretString: { SecretStringTemplate } });
  const Resources = {
    key: resource('AWS::KMS::Key'),
    first: ownFunction('Switchboard/test'),
    second: ownFunction('Switchboard/test'),
    filter: metricFilter('Others'),
    sameFilter: metricFilter('FailedRequests'),
    channelSecret: generatedSecret('{"app_secrets":[]}'),
    encryptionSecret: generatedSecret('{"current":"1"}'),
    queue: resource('AWS::Lambda::EventSourceMapping'),
    stream: resource('AWS::Lambda::EventSourceMapping', { StartingPosition: 'TRIM_HORIZON' }),
    alarm: resource('AWS::CloudWatch::Alarm'),
    mathAlarm: resource('AWS::CloudWatch::Alarm', {
      Metrics: [{ Expression: 'a + b' }, { MetricStat: {} }, { MetricStat: {} }],
    }),
    firewall: resource('AWS::WAFv2::WebACL', { Rules: [{}, {}] }),
  };
  const fixed = listFixedCosts([{ Resources }]);

  it('fixed costs are counted in the templates, an alarm by its metrics and a firewall by its rules', () => {
    const dollars = Object.fromEntries(fixed.map((cost) => [cost.what, cost.dollars]));
    expect(dollars).toMatchObject({ 'KMS keys': 1, 'web ACLs': 5, 'rules of web ACLs': 2 });
    expect(dollars['metrics of alarms']).toBeCloseTo(0.3, 5);
    expect(dollars).not.toHaveProperty('CloudWatch boards');
  });

  const countOf = (costs: typeof fixed, name: string) => costs.find(({ what }) => what === name)?.count ?? 0;

  it('functions refresh encryption keys once an hour, which is cheaper than the other secrets', () => {
    const reads = fixed.find(({ what }) => what === 'secrets that functions read');
    expect(reads?.count).toBe(2);
    expect(reads?.dollars).toBeCloseTo((43_800 / 5 + 43_800 / 60) * 0.000_005, 6);
  });

  it('a metric counts once for each namespace, whoever counts it, and a queue that is polled costs something', () => {
    expect(countOf(fixed, 'custom metrics, at most')).toBe(3);
    expect(countOf(fixed, 'queues that Lambda polls')).toBe(1);
  });

  it("a dashboard adds its own metrics, and CDK's function counts nowhere", () => {
    const withDashboard = listFixedCosts([
      {
        Resources: {
          ...Resources,
          own: ownFunction('Switchboard/test/dashboard'),
          ofCdk: resource('AWS::Lambda::Function', { Runtime: 'python3.13' }),
        },
      },
    ]);
    expect(countOf(withDashboard, 'custom metrics, at most')).toBe(6);
    expect(countOf(withDashboard, 'functions that call KMS')).toBe(3);
  });

  it('without a key of ours no function calls KMS or counts its failures', () => {
    const { key: _, ...others } = Resources;
    const withoutKey = listFixedCosts([{ Resources: others }]);
    expect(countOf(withoutKey, 'custom metrics, at most')).toBe(2);
    expect(countOf(withoutKey, 'functions that call KMS')).toBe(0);
  });

  it('the cost page has fixed costs, and its calls pay for the firewall', () => {
    const page = buildCostPage({
      endpoints: [row],
      delivery,
      staging: [],
      fixed,
      fixedWithDashboard: fixed,
      inbox: {},
      memory: { getThing: { cpu_p99_ms: 8, resident_mb: 60 } },
    });
    expect(page).toContain('| getThing | 2 | 4 | 2 | 256 | 35 | 400 | 4.1 | 0.3 | 1.8 | 0.2 | 0.1 | 6.4 |');
    expect(page).toContain('| getThing | 8 | 60 | 256 |');
    expect(page).toContain('| web ACLs | 0 | 0.00 | 1 | 5.00 |');
  });
});

describe('docs/costs.md', () => {
  const page = readFileSync('docs/costs.md', 'utf8');

  it.each(endpoints)('docs/costs.md has a row for $operationId', ({ operationId }) => {
    expect(page).toContain(`\n| ${operationId} |`);
  });
});

const { memory } = readBaseline();
const needOf = (name: string) => memory[name] ?? { resident_mb: Number.NaN };

describe('the memory that a function needs', () => {
  it.each([
    [{ resident_mb: 60 }, 256],
    [{ cpu_p99_ms: 14, resident_mb: 60 }, 256],
    [{ cpu_p99_ms: 15, resident_mb: 60 }, 320],
    [{ cpu_p99_ms: 1, resident_mb: 90 }, 320],
  ])('a function with %o needs %d MB', (need, memoryMb) => {
    expect(chooseMemoryMb(need)).toBe(memoryMb);
  });

  it('with its memory, a function computes less than 100 ms in 99 of 100 calls', () => {
    for (let cpuMs = 1; cpuMs < 100; cpuMs += 1) {
      const memoryMb = chooseMemoryMb({ cpu_p99_ms: cpuMs, resident_mb: 60 });
      expect(computeMs(cpuMs, memoryMb)).toBeLessThanOrEqual(100);
    }
  });
});

describe('lib/functions/memory.ts', () => {
  it('the baseline has the need of every function and of nothing else', () => {
    const names = [...deployed.endpoints, ...deployed.consumers].map(({ name }) => name);
    expect(Object.keys(memory).sort()).toEqual(names.sort());
  });

  /** A call with a file of 100,000 lines needs more than the usual one, which the baseline has. */
  const usual = endpoints.filter(({ operationId }) => operationId !== 'createBroadcast');

  it.each(usual)('$operationId has the memory of the lowest bill', ({ operationId }) => {
    expect(productionMemoryMb(operationId)).toBe(chooseMemoryMb(needOf(operationId)));
  });

  it.each(deployed.consumers)('$name has at least the memory that its bundle needs', ({ name }) => {
    expect(productionMemoryMb(name)).toBeGreaterThanOrEqual(chooseMemoryMb(needOf(name)));
  });
});
