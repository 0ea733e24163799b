import { retry } from './retry.ts';

/** With 40 writers at once on a busy machine, the unluckiest needs about half of the attempts. */
const backoff = { attemptsMax: 25, baseMs: 10, waitMsMax: 400 };

/**
 * Optimistic locking: repeats an operation that returns 'conflict'. Each attempt must read again. One of the
 * competing writers always succeeds, so the backoff is for fairness.
 */
export const retryOnConflict = async <Result extends NonNullable<unknown>>(
  operation: () => Promise<Result | 'conflict'>,
): Promise<Exclude<Result, 'conflict'>> =>
  retry(
    backoff,
    async () => {
      const result = await operation();
      return result === 'conflict' ? undefined : (result as Exclude<Result, 'conflict'>);
    },
    () => new Error(`Gave up after ${backoff.attemptsMax} write conflicts.`),
  );
