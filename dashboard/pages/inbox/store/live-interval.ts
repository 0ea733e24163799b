const idleAfterMs = 5 * 60_000;

/** The interval while reads fail. */
export const failingMs = 10_000;

/** How often the open inbox is read. Hidden tabs are read only for notices. */
export const inboxIntervalMs = ({
  isVisible,
  idleMs,
  wantsNotices,
  isFailing,
  isCostly = false,
}: {
  isVisible: boolean;
  idleMs: number;
  wantsNotices: boolean;
  isFailing: boolean;
  /** A view by tag reads each conversation it looks at. */
  isCostly?: boolean;
}): number | false => {
  if (!isVisible) return wantsNotices && 30_000;
  return isFailing || isCostly || idleMs > idleAfterMs ? failingMs : 2_000;
};
