/** Retries and attempts that are put off take minutes, so the first event that failed occurred before it failed. */
const marginMs = 10 * 60_000;

/** Since when the events of a failing webhook were missed. */
export const missedSince = (failingSince: string | null): string | undefined =>
  failingSince === null ? undefined : new Date(Date.parse(failingSince) - marginMs).toISOString();
