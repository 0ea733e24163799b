import { describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { deployed } from '../../../functions/deployed.ts';
import { readBaseline } from '../../../tools/bench/baseline.ts';
import { busyAgentDollars, followerDollars, listAgentCosts } from '../../../tools/bench/costs/agent-cost.ts';
import { chooseMemoryMb, computeMs, productionMemoryMb } from '../../../tools/bench/costs/assumptions.ts';
import { measuredCosts, recordedCosts } from '../../../tools/bench/costs/cost-report.ts';
import { main, options } from '../../../tools/bench/main.ts';
import { readMarkedValues } from '../../../tools/bench/page.ts';
import { readWork, workKinds } from '../../../tools/bench/work/measure.ts';
import { loadTable } from '../../../tools/bench/work/work-tables.ts';

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

const headerOf = (table = ''): string | undefined => table.split('\n')[1];

describe('the pages that the benchmark fills in', () => {
  const { calls, largest, imports, fixed, ...recorded } = readMarkedValues('costs');

  it('docs/costs.md has a row for every endpoint, and the columns and amounts that a run measures', () => {
    for (const { operationId } of endpoints) expect(calls).toContain(`\n| ${operationId} |`);
    expect(largest).toMatch(new RegExp(`^(\\w+ for \\d+, )*\\w+ for \\d+ of ${endpoints.length} endpoints$`));
    const measured = measuredCosts({ endpoints: [row], staging: [], fixed: [], fixedWithDashboard: [] });
    expect(Object.keys(measured)).toEqual(['calls', 'largest', 'imports', 'fixed']);
    for (const [name, table] of Object.entries({ calls, imports, fixed }))
      expect(headerOf(table)).toBe(headerOf(measured[name]));
  });

  it('docs/costs.md and docs/scale.md have what follows from the recorded measurements', () => {
    const expected = recordedCosts();
    expect(recorded).toEqual(Object.fromEntries(Object.keys(recorded).map((name) => [name, expected[name]])));
    expect(Object.keys(recorded)).toEqual(
      expect.arrayContaining([
        'deliveries',
        'check',
        'work',
        'months',
        'copy',
        'agent',
        'webChat',
        'follower',
        'memory',
        'prices',
      ]),
    );
    expect(readMarkedValues('scale')).toEqual({ loads: loadTable(readWork()) });
  });

  it('all loads of 1,000 a second but files fit the settings of production', () => {
    const rows = loadTable(readWork())
      .split('\n')
      .filter((line) => line.startsWith('| 1000 ') && !line.includes('file'));
    expect(rows).toHaveLength(workKinds.length);
    for (const line of rows) expect(Number(/at (\d+) a second/.exec(line)?.[1])).toBeGreaterThanOrEqual(1_000);
  });
});

it('an agent costs what the memory of the inbox, its logs and what its page reads cost, and a follower what waiting costs', () => {
  const rows = listAgentCosts(readBaseline().inbox);
  const { times = 0, dollars = 0 } = rows.at(-1) ?? {};
  // 46 requests and hints in five minutes.
  expect(times / ((22 * 8 * 3_600) / 300)).toBeCloseTo(46, -1);
  expect([dollars > 0.2 && dollars <= 0.25, busyAgentDollars(readBaseline().inbox) <= 3]).toEqual([true, true]);
  expect([followerDollars.waiting.toFixed(1), followerDollars.polling.toFixed(1)]).toEqual(['9.9', '2.9']);
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
    const names = [...deployed.endpoints, ...deployed.consumers, ...deployed.chatFunctions].map(({ name }) => name);
    expect(Object.keys(memory).sort()).toEqual(names.sort());
  });

  /** A call with a file of 100,000 lines needs more than the usual one, which the baseline has. */
  const usual = endpoints.filter(({ operationId }) => operationId !== 'createBroadcast');

  it.each(usual)('$operationId has the memory of the lowest bill', ({ operationId }) => {
    expect(productionMemoryMb(operationId)).toBe(chooseMemoryMb(needOf(operationId)));
  });

  it.each([...deployed.consumers, ...deployed.chatFunctions])(
    '$name has at least the memory that its bundle needs',
    ({ name }) => {
      expect(productionMemoryMb(name)).toBeGreaterThanOrEqual(chooseMemoryMb(needOf(name)));
    },
  );
});

it('npm run bench -- --help names every option, so all that it runs can be loaded', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await main(['--help']);
  const text = output.mock.calls.join('');
  output.mockRestore();
  for (const option of Object.keys(options)) expect(text).toContain(`--${option}`);
});
