import { setTimeout as wait } from 'node:timers/promises';

/** The jobs of one invocation share it. */
export interface Batch {
  /** Runs once for all jobs that ask for the key, and again after a failure. */
  once: <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;
  /** Runs in a moment, once with the values of all jobs that ask until then. Those that ask later get a run of their own. */
  soon: <Value, Result>(key: string, value: Value, run: (values: Value[]) => Promise<Result>) => Promise<Result>;
  atEnd: (run: () => Promise<unknown>) => void;
  end: () => Promise<void>;
}

/** Jobs that started together often end within this time. */
const gatherMs = 10;

export const createBatch = (jobs = 1): Batch => {
  const runs = new Map<string, Promise<unknown>>();
  const values = new Map<string, unknown[]>();
  const endings: (() => Promise<unknown>)[] = [];
  const share = <Result>(key: string, run: () => Promise<Result>): Promise<Result> => {
    const shared = (runs.get(key) as Promise<Result> | undefined) ?? run();
    runs.set(key, shared);
    shared.catch(() => runs.delete(key));
    return shared;
  };
  return {
    once: share,
    soon: (key, value, run) => {
      const gathered = (values.get(key) ?? []) as (typeof value)[];
      values.set(key, [...gathered, value]);
      return share(key, async () => {
        await wait(jobs > 1 ? gatherMs : 0);
        runs.delete(key);
        const all = values.get(key) as (typeof value)[];
        values.delete(key);
        return run(all);
      });
    },
    atEnd: (run) => void endings.push(run),
    end: async () => void (await Promise.allSettled(endings.map((run) => run()))),
  };
};
