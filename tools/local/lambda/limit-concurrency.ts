/** p-limit in 16 lines: runs at most `concurrencyMax` at once, the rest in order of arrival. */
export const limitConcurrency = (concurrencyMax: number) => {
  const waiting: (() => void)[] = [];
  let freeSlots = concurrencyMax;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else freeSlots += 1;
    }
  };
};
