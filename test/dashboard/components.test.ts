import { onlineManager } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { roundTicks } from '../../dashboard/components/charts/bars.ts';
import { toJsonTokens } from '../../dashboard/components/content/json-tokens.ts';
import { ChunkError, importRepeatedly } from '../../dashboard/components/import-repeatedly.ts';

describe('a chunk of the dashboard', () => {
  const failing = (times: number) => {
    const load = vi.fn(async () => 'page');
    for (let failures = 0; failures < times; failures++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    return load;
  };

  test('is imported again until it arrives', async () => {
    await expect(importRepeatedly(failing(3), [0, 0, 0])).resolves.toBe('page');
    const load = failing(4);
    await expect(importRepeatedly(load, [0, 0, 0])).rejects.toThrow(ChunkError);
    expect(load).toHaveBeenCalledTimes(4);
  });

  test('is not waited for while the browser is offline', async () => {
    onlineManager.setOnline(false);
    const load = failing(1);
    await expect(importRepeatedly(load, [60_000])).rejects.toThrow(ChunkError);
    expect(load).toHaveBeenCalledTimes(1);
    onlineManager.setOnline(true);
  });
});

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

const values = [
  {},
  [],
  null,
  'a "quoted" text: {"a": 1}',
  { id: '0199', count: -1.5e21, isNew: true, none: null, list: [1, 'two', { three: [] }] },
  { 'key: with "quotes"': 'back\\slash\n', '': '</span><script>alert(1)</script>' },
];

test.each(values)('the tokens of %j joined are the JSON again', (value) => {
  const json = JSON.stringify(value, null, 2);
  expect(
    toJsonTokens(json)
      .map(({ text }) => text)
      .join(''),
  ).toBe(json);
});

test('keys, texts and other values are told apart, also where a text looks like a key', () => {
  const tokens = toJsonTokens(JSON.stringify({ event: 'a": 1', count: 2, flag: false }, null, 2));
  expect(tokens.flatMap(({ kind, text }) => (kind ? [[kind, text]] : []))).toEqual([
    ['key', '"event"'],
    ['text', '"a\\": 1"'],
    ['key', '"count"'],
    ['value', '2'],
    ['key', '"flag"'],
    ['value', 'false'],
  ]);
});
