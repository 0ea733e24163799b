import { useCallback, useRef } from 'react';

/** The same function at every render, which runs the latest: a memoized component that gets it is left alone. */
export const useStable = <Args extends unknown[], Result>(run: (...args: Args) => Result) => {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((...args: Args): Result => latest.current(...args), []);
};
