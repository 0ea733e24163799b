import { clock } from './clock.ts';

/** Keeps what was read for so long. It forgets a read that failed, and everything once it knows too much. */
export const remember = <Value>(
  read: (key: string) => Promise<Value>,
  { keptMs, valuesMax }: { keptMs: number; valuesMax: number },
): ((key: string) => Promise<Value>) => {
  const known = new Map<string, { value: Promise<Value>; readAtMs: number }>();
  return (key) => {
    const nowMs = clock.now();
    const found = known.get(key);
    if (found && nowMs - found.readAtMs < keptMs) return found.value;
    if (known.size >= valuesMax) known.clear();
    const value = read(key);
    known.set(key, { value, readAtMs: nowMs });
    value.catch(() => known.delete(key));
    return value;
  };
};
