import { describe, expect, it, vi } from 'vitest';
import { createBatch } from '../../../functions/platform/batch.ts';

describe('what the jobs of a batch share', () => {
  it('a read that all jobs need runs once, and once more after it failed', async () => {
    const batch = createBatch(3);
    const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('throttled')).mockResolvedValue('read');
    const reads = await Promise.allSettled([batch.once('key', read), batch.once('key', read)]);
    expect(reads.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await Promise.all([batch.once('key', read), batch.once('key', read)])).toEqual(['read', 'read']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('a step that jobs ask for at the same time runs once, after all of them have asked', async () => {
    const batch = createBatch(3);
    let asked = 0;
    const step = vi.fn(async () => asked);
    const ask = () => {
      asked += 1;
      return batch.soon('key', step);
    };
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
    expect(await ask()).toBe(3);
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
