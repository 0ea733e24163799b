import { onTestFinished } from 'vitest';
import { table } from '../../../functions/table/dynamodb/client.ts';

/**
 * Until the test ends, the first response to each write that matches is lost after the write took effect, so the SDK
 * repeats the write. Returns how many were lost.
 */
export const loseResponses = (isLost: (input: object) => boolean | Promise<boolean>): { count: () => number } => {
  const lost = new Set<object>();
  table.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if (lost.has(args.input) || !(await isLost(args.input))) return result;
      lost.add(args.input);
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'loseResponses' },
  );
  onTestFinished(() => void table.middlewareStack.remove('loseResponses'));
  return { count: () => lost.size };
};
