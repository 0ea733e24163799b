/** npm passes on a signal that the terminal has already sent to everybody: within this time it is the same one. */
const duplicateSignalMs = 500;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Settles at the first signal to stop. A second one ends the process at once; Java ends with it. */
export const nextSignal = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstSignalMs: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      firstSignalMs ??= performance.now();
      if (performance.now() - firstSignalMs > duplicateSignalMs) process.exit(1);
      resolve();
    });
  }
  return promise;
};
