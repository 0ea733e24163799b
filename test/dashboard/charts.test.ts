import { describe, expect, test } from 'vitest';
import { roundTicks } from '../../dashboard/components/charts/bars.ts';

describe('the axis of a chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [7, [0, 2, 4, 6, 8]],
    [12, [0, 5, 10, 15]],
    [100, [0, 50, 100]],
    [101, [0, 50, 100, 150]],
    [8_604, [0, 5_000, 10_000]],
    [1_000_000, [0, 500_000, 1_000_000]],
  ])('up to %d has the round values %j', (max, ticks) => {
    expect(roundTicks(max)).toEqual(ticks);
  });

  test('reaches every value with at most five round whole numbers', () => {
    for (let max = 0; max < 20_000; max += 7) {
      const ticks = roundTicks(max);
      expect(ticks.at(-1), `${max}`).toBeGreaterThanOrEqual(max);
      expect(ticks.length, `${max}`).toBeLessThanOrEqual(5);
      for (const tick of ticks) expect(tick % Number(`1${'0'.repeat(String(ticks[1]).length - 1)}`)).toBe(0);
    }
  });
});
