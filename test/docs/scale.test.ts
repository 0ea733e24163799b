import { expect, it } from 'vitest';
import { readWork, workKinds } from '../../tools/bench/work/measure.ts';
import { buildScalePage, buildWorkSection } from '../../tools/bench/work/work-pages.ts';
import { readPage } from './pages.ts';

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
