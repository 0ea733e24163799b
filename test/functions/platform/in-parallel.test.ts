import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inParallel } from '../../../functions/platform/in-parallel.ts';

describe('inParallel', () => {
  it('all items run, in order, and never more than allowed at a time', async () => {
    const started: number[] = [];
    let running = 0;
    let runningMax = 0;
    const items = Array.from({ length: 20 }, (_, index) => index);
    await inParallel(items, 3, async (item) => {
      started.push(item);
      running += 1;
      runningMax = Math.max(running, runningMax);
      for (let turns = 0; turns < item % 4; turns += 1) await nextTurn();
      running -= 1;
    });
    expect(started).toEqual(items);
    expect(runningMax).toBe(3);
  });

  it('a failure is thrown only after every item that others could still start has ended', async () => {
    const ended: number[] = [];
    const run = inParallel([0, 1, 2, 3], 2, async (item) => {
      if (item === 0) throw new Error('broken');
      await nextTurn();
      ended.push(item);
    });
    await expect(run).rejects.toThrow('broken');
    expect(ended).toEqual([1, 2, 3]);
  });

  it('no items are no work', async () => {
    await expect(inParallel([], 3, () => Promise.reject(new Error('called')))).resolves.toBeUndefined();
  });
});
