import { expect, it } from 'vitest';
import { buildCostPage } from '../../tools/bench/costs/cost-report.ts';
import { readWork, workKinds } from '../../tools/bench/work/measure.ts';
import { buildScalePage, buildWorkSection } from '../../tools/bench/work/work-pages.ts';
import { readPage } from './pages.ts';

const sample = buildCostPage({
  endpoints: [
    {
      operationId: 'getThing',
      round_trips: 2,
      read_units: 4,
      write_units: 2,
      cpu_ms: 3,
      cpuP99Ms: 8,
      logBytes: 286,
      responseBytes: 300,
      p50Ms: 5,
      p99Ms: 9,
    },
  ],
  delivery: { readUnits: 1, writeUnits: 1, roundTrips: 2, logBytes: 700, logLines: 1 },
  staging: [],
  fixed: [{ what: 'web ACLs', count: 1, dollars: 5 }],
  fixedWithDashboard: [{ what: 'web ACLs', count: 1, dollars: 5 }],
  inbox: {},
  memory: { getThing: { cpu_p99_ms: 8, resident_mb: 60 } },
});

/** The paragraphs that do not depend on measurements. */
const fixedParagraphs = (page: string): string[] =>
  page
    .trim()
    .split('\n\n')
    .filter((paragraph) => !paragraph.startsWith('| ') && !paragraph.startsWith('The largest part '));

it('docs/costs.md has the text that the benchmark writes', () => {
  expect(fixedParagraphs(readPage('docs/costs.md').text)).toEqual(fixedParagraphs(sample));
});

const work = readWork();

it('docs/scale.md is what the benchmark prints from the recorded measurements', () => {
  expect(readPage('docs/scale.md').text).toBe(buildScalePage(work));
});

it('docs/costs.md has the prices and the months that follow from the recorded measurements', () => {
  expect(readPage('docs/costs.md').text).toContain(buildWorkSection(work));
});

it('all loads of 1,000 a second but files fit the settings of production', () => {
  const rows = buildScalePage(work)
    .split('\n')
    .filter((row) => row.startsWith('| 1000 ') && !row.includes('file'));
  expect(rows).toHaveLength(workKinds.length);
  for (const row of rows) expect(Number(/at (\d+) a second/.exec(row)?.[1])).toBeGreaterThanOrEqual(1_000);
});
