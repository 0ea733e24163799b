const idleAfterMs = 5 * 60_000;
const slowFactor = 4;

/** Polls less often for an idle person, and less often again while reads fail. */
export const liveIntervalMs = (
  everyMs: number,
  { idleMs, isFailing }: { idleMs: number; isFailing: boolean },
): number => everyMs * (idleMs > idleAfterMs ? slowFactor : 1) * (isFailing ? slowFactor : 1);
