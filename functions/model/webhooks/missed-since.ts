/** No event is retried or deferred for longer, so one that has just failed occurred within this time. */
const marginMs = 3 * 24 * 60 * 60 * 1_000;

/** The time since which a failing webhook has missed events: recovery goes by when they occurred. */
export const missedSince = (failingSince: string | null): string | undefined =>
  failingSince === null ? undefined : new Date(Date.parse(failingSince) - marginMs).toISOString();
