/** Timers that are stopped together; none fires or starts afterwards. */
export interface Timers {
  after: (delayMs: number, run: () => void) => () => void;
  pause: (delayMs: number) => Promise<void>;
  stop: () => void;
}

export const createTimers = (): Timers => {
  const pending = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const cancel = (timer: NodeJS.Timeout): void => {
    clearTimeout(timer);
    pending.delete(timer);
  };
  const after = (delayMs: number, run: () => void): (() => void) => {
    if (isStopped) return () => undefined;
    const timer = setTimeout(() => {
      pending.delete(timer);
      run();
    }, delayMs);
    pending.add(timer);
    return () => cancel(timer);
  };
  return {
    after,
    pause: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    stop: () => {
      isStopped = true;
      for (const timer of pending) cancel(timer);
    },
  };
};
