import { expect, test } from 'vitest';
import { limitConcurrency } from '../../../tools/local/lambda/limit-concurrency.ts';

test('a turnstile lets no more in than it has places, everyone in order, and those after a failure too', async () => {
  const enter = limitConcurrency(3);
  let inside = 0;
  let insideMax = 0;
  const order: number[] = [];
  const visits = Array.from({ length: 20 }, (_, n) =>
    enter(async () => {
      inside += 1;
      insideMax = Math.max(insideMax, inside);
      order.push(n);
      await new Promise(setImmediate);
      inside -= 1;
      if (n % 5 === 0) throw new Error('fell');
      return n;
    }),
  );
  const outcomes = await Promise.allSettled(visits);
  expect(insideMax).toBe(3);
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});
