import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatch } from '../../../functions/platform/batch.ts';
import { inParallel } from '../../../functions/platform/in-parallel.ts';
import { retryOnConflict } from '../../../functions/platform/retry-on-conflict.ts';

describe('what the jobs of a batch share', () => {
  it('a read that all jobs need runs once unless it fails', async () => {
    const batch = createBatch(3);
    const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('throttled')).mockResolvedValue('read');
    const reads = await Promise.allSettled([batch.once('key', read), batch.once('key', read)]);
    expect(reads.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await Promise.all([batch.once('key', read), batch.once('key', read)])).toEqual(['read', 'read']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('a step that jobs ask for at the same time runs once, after all of them have asked', async () => {
    const batch = createBatch(3);
    const step = vi.fn(async (values: number[]) => values);
    const ask = (value: number) => batch.soon('key', value, step);
    expect(await Promise.all([ask(1), ask(2)])).toEqual(Array(2).fill([1, 2]));
    expect(await ask(3)).toEqual([3]);
    expect(step).toHaveBeenCalledTimes(2);
  });

  it('a failure at the end of a batch fails neither the others nor the batch', async () => {
    const batch = createBatch();
    const release = vi.fn(async () => undefined);
    batch.atEnd(() => Promise.reject(new Error('throttled')));
    batch.atEnd(release);
    await batch.end();
    expect(release).toHaveBeenCalledOnce();
  });
});

describe('inParallel', () => {
  it('all items run in order, at most as many as allowed at a time', async () => {
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

describe('retryOnConflict', () => {
  // The backoff is random from 0, so this takes no time.
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
  it('retryOnConflict repeats an operation until it has a result, up to 25 times', async () => {
    let attempts = 0;
    const conflict = (times: number) => async () => {
      attempts += 1;
      return attempts <= times ? 'conflict' : { attempts };
    };
    expect(await retryOnConflict(conflict(24))).toEqual({ attempts: 25 });
    attempts = 0;
    await expect(retryOnConflict(conflict(25))).rejects.toThrow('Gave up after 25 write conflicts.');
  });

  it('retryOnConflict does not repeat an operation that throws', async () => {
    const operation = vi.fn(() => Promise.reject(new Error('no table')));
    await expect(retryOnConflict(operation)).rejects.toThrow('no table');
    expect(operation).toHaveBeenCalledOnce();
  });
});
