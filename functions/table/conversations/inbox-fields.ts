import type { Snooze, StoredConversation } from '../../model/conversations/conversation.ts';
import { toInboxKey } from '../index-keys.ts';

type Turn = Pick<StoredConversation, 'id' | 'status' | 'waiting_since' | 'snooze'> & { team_id?: string | undefined };

/**
 * In the partition of open conversations, those back from snooze come first, then those that wait for our answer, then the
 * others. Snoozed ones are last: readers of the others stop before them, and counts see both in one query.
 */
export const backMark = '!#';
export const waitingMark = '0#';
const answeredMark = '1#';
export const snoozedMark = '2#';

/**
 * The place of a conversation in the index: the longest wait first, then the latest work, then what is due first. Time and counter of the id
 * follow, so ties keep the order of creation, and some of its random bits, because cursors need unique places. Times in
 * hexadecimal keep rows short and reads cheap. The team comes last: the index has no other place for it.
 */
export const toInboxFields = (
  workspaceId: string,
  { id, status, waiting_since, snooze, team_id }: Turn,
  workedOnAt: string,
): { inbox_key: string; inbox_at: string } => {
  const place = snooze ? toSnoozePlace(snooze) : toTurnPlace(waiting_since, workedOnAt);
  const team = team_id === undefined ? '' : teamMark + team_id;
  return { inbox_key: toInboxKey(workspaceId, status), inbox_at: place + id.replaceAll('-', '').slice(1, 20) + team };
};

const toSnoozePlace = ({ until, ended_at }: Snooze): string =>
  ended_at ? `${backMark}${toHex(Date.parse(ended_at))}` : `${snoozedMark}${toHex(Date.parse(until))}`;

const toTurnPlace = (waitingSince: string | undefined, workedOnAt: string): string =>
  waitingSince
    ? `${waitingMark}${toHex(Date.parse(waitingSince))}`
    : `${answeredMark}${toHex(latestMs - Date.parse(workedOnAt))}`;

const teamMark = '#T';

export const readTeamId = (position: string): string | undefined => position.split(teamMark)[1];

export const withoutTeam = (position: string): string => position.split(teamMark)[0] ?? '';

/** Eleven hexadecimal digits last until the year 2527. */
const latestMs = 0xfff_ffff_ffff;

/** Each writer of a conversation's place states the team that it was read with. */
export const unchangedTeam = ({ team_id }: { team_id?: string | undefined }) =>
  team_id === undefined
    ? { condition: 'attribute_not_exists(team_id)', values: {} }
    : { condition: 'team_id = :before_team', values: { ':before_team': team_id } };

/** When the wait began that gives a row its place; undefined for rows that wait for nothing, or are back from snooze. */
export const readWaitMs = (position: string): number | undefined =>
  position.startsWith(waitingMark)
    ? Number.parseInt(position.slice(waitingMark.length, waitingMark.length + 11), 16)
    : undefined;

const toHex = (ms: number): string => ms.toString(16).padStart(11, '0');
