/** Lets so many in at a time; the others wait in line. */
export const turnstile = (placesMax: number) => {
  const waiting: (() => void)[] = [];
  let free = placesMax;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
