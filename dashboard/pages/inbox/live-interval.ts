const idleAfterMs = 5 * 60_000;

/** How often the open inbox is read. Hidden tabs are read only for notices. */
export const inboxIntervalMs = ({
  isVisible,
  idleMs,
  wantsNotices,
  isFailing,
}: {
  isVisible: boolean;
  idleMs: number;
  wantsNotices: boolean;
  isFailing: boolean;
}): number | false => {
  if (!isVisible) return wantsNotices && 30_000;
  return isFailing || idleMs > idleAfterMs ? 10_000 : 2_000;
};
