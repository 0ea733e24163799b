import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';

const minuteMs = 60_000;

/** The first messages say little about the pace. */
const doneMin = 20;

export const minutesLeft = (
  { accepted, pending_count, started_at }: Pick<Broadcast, 'accepted' | 'pending_count' | 'started_at'>,
  nowMs: number,
): number | undefined => {
  const done = accepted - pending_count;
  if (started_at === null || done < doneMin || pending_count === 0) return undefined;
  const elapsedMs = Math.max(0, nowMs - Date.parse(started_at));
  return Math.ceil(((elapsedMs / done) * pending_count) / minuteMs);
};
