import type { MemberCaller } from '../../model/members/member.ts';
import { isPresent } from '../../model/turns/turn.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { putAway, putHere } from '../../table/members/members.ts';

/** An open inbox is read at least once a minute. */
const noteEveryMs = 60_000;

/** The read that an open inbox repeats says that the member is here. Who takes no turns writes nothing. */
export const noteHere = async ({ workspaceId, userId, turns }: MemberCaller): Promise<void> => {
  const nowMs = clock.now();
  const before = turns?.here_at;
  if (!turns || (before !== undefined && nowMs - Date.parse(before) < noteEveryMs)) return;
  await putHere(workspaceId, userId, { at: isoTime(nowMs), before, isArrival: !isPresent(before, nowMs) });
};

/** Nobody gives the member conversations by turns until they are back. What they have stays theirs. */
export const setAway = async (
  { workspaceId, userId }: MemberCaller,
  isAway: boolean,
): Promise<{ is_away: boolean }> => {
  await putAway(workspaceId, userId, isAway ? isoTime(clock.now()) : null);
  return { is_away: isAway };
};
