const idleAfterMs = 5 * 60_000;
const slowFactor = 4;

/** How often data is read that hints announce, in case one got lost. The list of the inbox is read every minute anyway. */
export const pushedMs = ({ isInInbox }: { isInInbox: boolean }): number => (isInInbox ? 60 : 1) * 60_000;

/** Polls less often for an idle person, and less often again while reads fail. Hints do not repeat a read that failed. */
export const liveIntervalMs = (
  everyMs: number,
  { idleMs, isFailing, pushedMs = 0 }: { idleMs: number; isFailing: boolean; pushedMs?: number },
): number =>
  pushedMs > 0 && !isFailing
    ? Math.max(everyMs, pushedMs)
    : everyMs * (idleMs > idleAfterMs ? slowFactor : 1) * (isFailing ? slowFactor : 1);
