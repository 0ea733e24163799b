/** The time, in one place so that a test can hold it. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now(),
};

/** ISO 8601 in UTC with milliseconds: of one length, so that these strings sort and compare as times do. */
export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();
