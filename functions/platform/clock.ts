/** The only source of time, so a test can hold it. */
export const clock = { now: (): number => Date.now() };

/** ISO 8601 in UTC with milliseconds: fixed length, so the strings sort as times do. */
export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

export const hourMs = 60 * 60 * 1_000;
export const dayMs = 24 * hourMs;
export const secondsPerDay = 24 * 60 * 60;

/** DynamoDB's time to live is in whole seconds. */
export const nowSeconds = (): number => Math.floor(clock.now() / 1_000);

/** Returns zero for a time that has come. */
export const secondsUntil = (time: string): number => Math.max(0, Math.ceil((Date.parse(time) - clock.now()) / 1_000));
