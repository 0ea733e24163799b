import { setTimeout as wait } from 'node:timers/promises';

/** Waits up to `baseMs * 2^attempt` between attempts, with full jitter. */
export interface Backoff {
  attemptsMax: number;
  baseMs: number;
  waitMsMax?: number;
}

/** The wait before a job that found no slot is tried again: 2, 4, 8, … up to 300 seconds, with jitter. */
export const toDeferSeconds = (deferrals: number): number =>
  Math.ceil(Math.min(5 * 60, 2 ** deferrals) * (0.5 + Math.random() / 2));

/** Repeats the attempt while it returns `undefined`, then throws what `exhausted` returns. */
export const retry = async <Result>(
  { attemptsMax, baseMs, waitMsMax = Number.POSITIVE_INFINITY }: Backoff,
  attempt: () => Promise<Result | undefined>,
  exhausted: () => unknown,
): Promise<Result> => {
  for (let count = 1; ; count += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (count >= attemptsMax) throw exhausted();
    await wait(Math.random() * Math.min(waitMsMax, baseMs * 2 ** count));
  }
};
