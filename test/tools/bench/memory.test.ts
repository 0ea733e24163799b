import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { deployed } from '../../../functions/deployed.ts';
import { readBaseline } from '../../../tools/bench/baseline.ts';
import { computeMs, productionMemoryMb } from '../../../tools/bench/costs/assumptions.ts';
import { chooseMemoryMb } from '../../../tools/bench/memory.ts';

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

  it.each(endpoints)('$operationId has the memory of the lowest bill', ({ operationId }) => {
    expect(productionMemoryMb(operationId)).toBe(chooseMemoryMb(needOf(operationId)));
  });

  it.each(deployed.consumers)('$name has at least the memory that its bundle needs', ({ name }) => {
    expect(productionMemoryMb(name)).toBeGreaterThanOrEqual(chooseMemoryMb(needOf(name)));
  });
});
