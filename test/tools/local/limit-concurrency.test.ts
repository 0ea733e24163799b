import { describe, expect, it } from 'vitest';
import { limitConcurrency } from '../../../tools/local/lambda/limit-concurrency.ts';

describe('concurrency limit', () => {
  it('calls run up to the maximum at once, in order of arrival, and continue after failures', async () => {
    const run = limitConcurrency(3);
    let running = 0;
    let runningMax = 0;
    const order: number[] = [];
    const calls = Array.from({ length: 20 }, (_, index) =>
      run(async () => {
        running += 1;
        runningMax = Math.max(runningMax, running);
        order.push(index);
        await new Promise(setImmediate);
        running -= 1;
        if (index % 5 === 0) throw new Error('failed');
        return index;
      }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(runningMax).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  });
});
