const idleAfterMs = 5 * 60_000;
const slowFactor = 4;

/** Slower for a person who does nothing, and slower again while reads fail. */
export const liveIntervalMs = (
  everyMs: number,
  { idleMs, isFailing }: { idleMs: number; isFailing: boolean },
): number => everyMs * (idleMs > idleAfterMs ? slowFactor : 1) * (isFailing ? slowFactor : 1);
