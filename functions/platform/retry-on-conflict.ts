import { setTimeout as wait } from 'node:timers/promises';

const attemptsMax = 12;
const waitMsMax = 400;

/**
 * Tries until nobody else got there first: an attempt that lost returns nothing, and the next one looks again at how
 * things stand. One of those who race always wins, so that the waits, growing and jittered, are for fairness.
 */
export const retryOnConflict = async <Result>(operation: () => Promise<Result | undefined>): Promise<Result> => {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const result = await operation();
    if (result !== undefined) return result;
    await wait(Math.random() * Math.min(waitMsMax, 10 * 2 ** attempt));
  }
  throw new Error(`Others got there first ${attemptsMax} times.`);
};
