import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { deployed } from '../../../functions/deployed.ts';
import { readBaseline } from '../../../tools/bench/baseline.ts';
import { billedMs, chooseMemoryMb, computeMs, productionMemoryMb } from '../../../tools/bench/costs/assumptions.ts';
import { callLogBytes, toCallCost } from '../../../tools/bench/costs/call-cost.ts';
import { buildCostPage, buildDeliverySection } from '../../../tools/bench/costs/cost-report.ts';
import { listFixedCosts } from '../../../tools/bench/costs/fixed-costs.ts';
import { costPerMillion } from '../../../tools/bench/costs/job-costs.ts';
import { main } from '../../../tools/bench/main.ts';
import { readWork, workKinds } from '../../../tools/bench/work/measure.ts';
import { buildScalePage, buildWorkSection } from '../../../tools/bench/work/work-pages.ts';

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
const delivery = { calls: 1, cpu_ms: 5, round_trips: 2, read_units: 1, write_units: 1, log_bytes: 400 };

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

/** The paragraphs that do not depend on measurements. */
const fixedParagraphs = (page: string): string[] =>
  page
    .trim()
    .split('\n\n')
    .filter((paragraph) => !paragraph.startsWith('| ') && !paragraph.startsWith('The largest part '));

describe('the pages that the benchmark writes', () => {
  const page = readFileSync('docs/costs.md', 'utf8');
  const work = readWork();

  it('docs/costs.md has a row for every endpoint, and the text that the benchmark writes', () => {
    for (const { operationId } of endpoints) expect(page).toContain(`\n| ${operationId} |`);
    const firewall = [{ what: 'web ACLs', count: 1, dollars: 5 }];
    const sample = { staging: [], fixed: firewall, fixedWithDashboard: firewall, inbox: {}, memory: {} };
    expect(fixedParagraphs(page)).toEqual(fixedParagraphs(buildCostPage({ endpoints: [row], ...sample })));
  });

  it('docs/costs.md and docs/scale.md have what follows from the recorded measurements', () => {
    expect(page).toContain(buildDeliverySection(work));
    expect(page).toContain(buildWorkSection(work));
    expect(readFileSync('docs/scale.md', 'utf8')).toBe(buildScalePage(work));
  });

  it('all loads of 1,000 a second but files fit the settings of production', () => {
    const rows = buildScalePage(work)
      .split('\n')
      .filter((line) => line.startsWith('| 1000 ') && !line.includes('file'));
    expect(rows).toHaveLength(workKinds.length);
    for (const line of rows) expect(Number(/at (\d+) a second/.exec(line)?.[1])).toBeGreaterThanOrEqual(1_000);
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
  ])('a function with %o needs %d MB', (need, memoryMb) => expect(chooseMemoryMb(need)).toBe(memoryMb));

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

it('npm run bench -- --help names every option, so all that it runs can be loaded', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await main(['--help']);
  const text = output.mock.calls.join('');
  output.mockRestore();
  for (const option of [
    'only',
    'calls',
    'rounds',
    'costs',
    'save',
    'deliveries',
    'broadcast',
    'contacts',
    'work',
    'scale',
  ])
    expect(text).toContain(`--${option}`);
});
