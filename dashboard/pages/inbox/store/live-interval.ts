const idleAfterMs = 5 * 60_000;

/** The interval while reads fail. */
export const failingMs = 10_000;

/** A hint may get lost. */
const connectedMs = 60_000;

/** How often the open inbox is read. Hidden tabs are read only for notices. */
export const inboxIntervalMs = ({
  isVisible,
  idleMs,
  wantsNotices,
  isFailing,
  isCostly = false,
  isConnected = false,
}: {
  isVisible: boolean;
  idleMs: number;
  wantsNotices: boolean;
  isFailing: boolean;
  /** A view by tag reads each conversation it looks at. */
  isCostly?: boolean;
  /** Hints say when something changed. */
  isConnected?: boolean;
}): number | false => {
  if (isConnected && !isFailing) return isVisible && connectedMs;
  if (!isVisible) return wantsNotices && 30_000;
  return isFailing || isCostly || idleMs > idleAfterMs ? failingMs : 2_000;
};
