/** The first of a few hints that come together; their changes are in one read. */
const soonMs = 30;
const spacingMsMin = 250;
const quietMs = 5_000;

/**
 * Reads soon after it is asked, once for whatever comes meanwhile. While it is asked again and again it waits longer each
 * time, up to `spacingMsMax`. A read that is under way may have missed the reason, so another one follows it.
 */
export const paced = (read: () => Promise<unknown>, spacingMsMax: number): (() => void) => {
  let spacingMs = spacingMsMin;
  let nextAtMs = 0;
  let askedAtMs = 0;
  let isPlanned = false;
  let isReading = false;
  let isAskedMeanwhile = false;

  const run = async (): Promise<void> => {
    isPlanned = false;
    isReading = true;
    nextAtMs = Date.now() + spacingMs;
    spacingMs = Math.min(spacingMs * 2, spacingMsMax);
    await read().finally(() => (isReading = false));
    if (isAskedMeanwhile) ask();
  };
  const ask = (): void => {
    if (Date.now() - askedAtMs > quietMs) spacingMs = spacingMsMin;
    askedAtMs = Date.now();
    isAskedMeanwhile = isReading;
    if (isPlanned || isReading) return;
    isPlanned = true;
    setTimeout(() => void run(), Math.max(soonMs, nextAtMs - Date.now()));
  };
  return ask;
};
