/** The highest `open_max` of a team, so what a member was given fits into an item. */
export const openMaxMax = 100;

export const noAutoAssign = { is_on: false, open_max: 10 };

/** Why a member gets the next conversation of a team or does not. */
export const turnStates = ['here', 'full', 'away', 'gone'] as const;

export type TurnState = (typeof turnStates)[number];

/** The turn of a member of teams that assign by turns. */
export interface Turn {
  user_id: string;
  /** Conversations that were given by turns, and perhaps some of them that the member no longer has. */
  given: readonly string[];
  /** When the member was last given a conversation. */
  turn_at?: string;
  /** It grows whenever a conversation is given. Of two workers at once, the second gets a conflict. */
  version: number;
}

/** Set while a member is in a team that assigns by turns. Its times are those of the member's item. */
export interface Availability {
  here_at?: string | undefined;
  away_since?: string | undefined;
}

/** A member who had the inbox open within this time is present. */
const presentMs = 5 * 60_000;

export const isHere = ({ here_at, away_since }: Availability, nowMs: number): boolean =>
  away_since === undefined && isPresent(here_at, nowMs);

export const isPresent = (hereAt: string | undefined, nowMs: number): boolean =>
  hereAt !== undefined && nowMs - Date.parse(hereAt) < presentMs;

export const turnStateOf = (member: Availability, open: number, openMax: number, nowMs: number): TurnState => {
  if (member.away_since !== undefined) return 'away';
  if (!isPresent(member.here_at, nowMs)) return 'gone';
  return open < openMax ? 'here' : 'full';
};

/** Whoever waited longest for a turn comes first. */
export const byTurn = (one: Pick<Turn, 'user_id' | 'turn_at'>, other: Pick<Turn, 'user_id' | 'turn_at'>): number =>
  toOrder(one) < toOrder(other) ? -1 : 1;

const toOrder = ({ turn_at = '', user_id }: Pick<Turn, 'user_id' | 'turn_at'>): string => `${turn_at} ${user_id}`;
