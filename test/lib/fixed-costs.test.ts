import { describe, expect, it } from 'vitest';
import { listFixedCosts, sumFixedCosts } from '../../tools/bench/costs/fixed-costs.ts';
import { readAssembly } from '../../tools/local/template/assembly.ts';
import { getAssemblyDir } from './fixture/stacks.ts';

const readFixedCosts = (environment: string) =>
  listFixedCosts(readAssembly(getAssemblyDir(environment)).map(({ template }) => template));

describe('fixed costs', () => {
  it.each([
    ['staging', 6],
    ['production', 25],
  ])('%s costs at most $%d a month before the first request', (environment, dollarsMax) => {
    const costs = readFixedCosts(environment);
    expect(costs.length).toBeGreaterThan(4);
    expect(sumFixedCosts(costs), JSON.stringify(costs)).toBeLessThanOrEqual(dollarsMax);
  });
});
