import type { BroadcastCounters } from '../broadcasts/counters.ts';
import type { Channel } from '../channels/channel.ts';
import type { StoredConversation } from '../conversations/conversation.ts';
import { readMark, toLongId, toMark, toShortId } from '../conversations/tracked.ts';

/** What reports count. Each happens once, whatever happens to the conversation later. */
type FactKind = 'incoming' | 'started' | 'answer' | 'close' | 'reopen' | 'rating' | 'broadcast';

export interface Fact {
  kind: FactKind;
  /** With the kind and the conversation it makes the fact unique: what comes twice is counted once. */
  id: string;
  /** Empty for a broadcast, whose id is that of the fact. */
  conversation_id: string;
  /** When it counts: an answer counts when the wait began, because a day then shows how many were answered. */
  at_ms: number;
  channel: Channel;
  /** Who had the conversation then, or who answered. */
  member_id?: string;
  team_id?: string;
  tag_ids: string[];
  /** How long it took: for an answer the wait, for a close since the first message. */
  seconds?: number;
  /** The part of the wait that was in office hours. */
  office_seconds?: number;
  /** The first answer since the conversation began. */
  is_first?: boolean;
  /** Whether a person answered before it was closed. */
  is_answered?: boolean;
  score?: number;
  /** What became of the messages of a broadcast: how many have each measure, some of them for a reason. */
  outcomes?: Outcome[];
  /** How often it changed. The last one counts. */
  revision?: number;
  /** When the time that was measured began. It is not stored. */
  since_ms?: number;
}

export interface Outcome {
  measure: 'sent' | 'delivered' | 'read' | 'replied' | 'opted_out' | 'failed';
  count: number;
  reason?: string;
}

/** More than a contact usually has. */
const tagsMax = 20;

/** The message of a customer is the first one, or the first after the conversation was closed. */
const begins = (before: Pick<StoredConversation, 'status' | 'last_inbound_at'> | undefined): boolean =>
  before === undefined || before.status === 'closed' || before.last_inbound_at === null;

/** A customer's message, written at this time, arrives. Where it begins anew, the answers and the close end with what was. */
export const withArrival = (before: StoredConversation, sentMs: number): StoredConversation => {
  const { late_ms, answered, closed_ms, asked_ms = sentMs, ...rest } = before;
  const isLate = before.last_inbound_at !== null && sentMs < Date.parse(before.last_inbound_at);
  return {
    ...rest,
    ...(isLate && { late_ms: sentMs }),
    ...(begins(before)
      ? { began_ms: sentMs, asked_ms: sentMs }
      : { ...(answered !== undefined && { answered }), asked_ms: Math.min(sentMs, asked_ms) }),
  };
};

/** What follows from a change of a conversation. Times are those of the events, so a change that comes late counts there. */
export const listFacts = (before: StoredConversation | undefined, after: StoredConversation): Fact[] => {
  const facts = [arrivalFacts, answerFacts, statusFacts, ratingFacts].flatMap((list) => list(before, after));
  return facts.map((fact) => ({ ...placeOf(after), ...fact }));
};

type Place = Pick<Fact, 'conversation_id' | 'channel' | 'member_id' | 'team_id' | 'tag_ids'>;
type Event = Omit<Fact, Exclude<keyof Place, 'member_id'>>;
type List = (before: StoredConversation | undefined, after: StoredConversation) => Event[];

const placeOf = ({ id, channel, assigned_agent_id, team_id, contact }: StoredConversation): Place => ({
  conversation_id: id,
  channel,
  ...(assigned_agent_id !== null && { member_id: assigned_agent_id }),
  ...(team_id !== undefined && { team_id }),
  tag_ids: contact.tags
    .slice(0, tagsMax)
    .map((tag) => tag.id)
    .sort(),
});

const arrivalFacts: List = (before, after) => {
  if (!arrives(before, after)) return [];
  const { late_ms, last_inbound_at, unseen = '' } = after;
  const event = { id: toShortId(unseen), at_ms: late_ms ?? Date.parse(last_inbound_at ?? '') };
  return [{ kind: 'incoming', ...event }, ...(begins(before) ? [{ kind: 'started' as const, ...event }] : [])];
};

/** Only a message of the customer raises the number of unread ones. A move from another conversation does, too, and changes `noted`. */
const arrives = (before: StoredConversation | undefined, after: StoredConversation): boolean =>
  after.unread_count > (before?.unread_count ?? 0) && after.noted === before?.noted;

/** A wait has one answer: of two at once, the first that is accepted ends it. So the fact is known by the wait. */
const answerFacts: List = (before, { answered, last_message }) => {
  const since_ms = before?.asked_ms;
  if (since_ms === undefined || answered === undefined || answered === before?.answered) return [];
  const { ms, id } = readMark(answered);
  const member_id = id ? toLongId(id) : last_message?.author.id;
  const is_first = before?.answered === undefined && before?.began_ms !== undefined;
  const at_ms = is_first ? (before?.began_ms ?? since_ms) : since_ms;
  return [
    {
      kind: 'answer',
      id: since_ms.toString(36),
      at_ms,
      ...(member_id !== undefined && { member_id }),
      is_first,
      since_ms,
      seconds: toSeconds(since_ms, ms),
    },
  ];
};

/** A conversation that the team opens again was not closed after all, so only its last close counts. */
const statusFacts: List = (before, after) => {
  const began = before?.began_ms;
  if (began === undefined || before?.status === after.status) return [];
  if (after.status === 'closed' && after.closed_ms !== undefined) {
    const { closed_ms: at_ms } = after;
    const is_answered = before?.answered !== undefined;
    return [
      { kind: 'close', id: toCloseId(at_ms), at_ms, since_ms: began, seconds: toSeconds(began, at_ms), is_answered },
    ];
  }
  const closed = before?.closed_ms;
  if (before?.status !== 'closed' || closed === undefined || arrives(before, after)) return [];
  return [{ kind: 'reopen', id: toCloseId(closed), at_ms: closed }];
};

const toCloseId = (closedMs: number): string => closedMs.toString(36);

/** A customer may change the score, but not when it was given. */
const ratingFacts: List = (before, { rated }) =>
  rated === undefined || rated === before?.rated ? [] : [toRatingFact(readRating(rated))];

const toRatingFact = ({ atMs, score, changes }: StoredRating): Event => ({
  ...{ kind: 'rating', id: atMs.toString(36), at_ms: atMs, score },
  ...(changes > 0 && { revision: changes }),
});

interface StoredRating {
  atMs: number;
  score: number;
  changes: number;
}

const toRatingMark = ({ atMs, score, changes }: StoredRating): string => toMark(atMs, `${score}-${changes}`);

const readRating = (mark: string): StoredRating => {
  const { ms: atMs, id } = readMark(mark);
  const [score = 0, changes = 0] = id.split('-').map(Number);
  return { atMs, score, changes };
};

/** The mark of a rating that was first given at this time. */
export const trackRating = (before: string | undefined, { atMs, score }: { atMs: number; score: number }): string => {
  const known = before === undefined ? undefined : readRating(before);
  if (known?.atMs !== atMs) return toRatingMark({ atMs, score, changes: 0 });
  return toRatingMark({ atMs, score, changes: known.changes + Number(known.score !== score) });
};

/** It replaces the one before, which knew less. */
export const newBroadcastFact = (
  { id, atMs, revision }: { id: string; atMs: number; revision: number },
  { sent_count, delivered_count, read_count, replied_count, opted_out_count, failed_count }: BroadcastCounters,
  reasons: Readonly<Record<string, number>>,
): Fact => {
  const known = Object.entries(reasons).map(([reason, count]): Outcome => ({ measure: 'failed', count, reason }));
  const unknown = failed_count - known.reduce((sum, { count }) => sum + count, 0);
  const outcomes: Outcome[] = [
    { measure: 'sent', count: sent_count },
    { measure: 'delivered', count: delivered_count },
    { measure: 'read', count: read_count },
    { measure: 'replied', count: replied_count },
    { measure: 'opted_out', count: opted_out_count },
    ...known,
    { measure: 'failed', count: unknown },
  ];
  const place = { conversation_id: '', channel: 'msgapp' as const, tag_ids: [] };
  return {
    ...place,
    kind: 'broadcast',
    id,
    at_ms: atMs,
    revision,
    outcomes: outcomes.filter(({ count }) => count > 0),
  };
};

/** Clocks of channels may be ahead. */
const toSeconds = (fromMs: number, toMs: number): number => Math.max(0, Math.floor((toMs - fromMs) / 1_000));

export const keyOf = ({ kind, conversation_id, id }: Fact): string => `${kind} ${conversation_id} ${id}`;

/** The last of each, in whatever order they come. */
export const listLast = (facts: readonly Fact[]): Map<string, Fact> => {
  const last = new Map<string, Fact>();
  for (const fact of facts) {
    const { revision = 0 } = last.get(keyOf(fact)) ?? {};
    if (!last.has(keyOf(fact)) || (fact.revision ?? 0) >= revision) last.set(keyOf(fact), fact);
  }
  return last;
};

/** How much is known: it only grows, because facts and changes are never taken back. */
export const countKnown = (facts: readonly Fact[]): number =>
  [...listLast(facts).values()].reduce((sum, { revision = 0 }) => sum + 1 + revision, 0);

/** What came twice counts once, what was changed as it was last, and a close that was undone does not count. */
export const settleFacts = (facts: readonly Fact[]): Fact[] => {
  const unique = listLast(facts);
  return [...unique.values()].filter(
    (fact) => fact.kind !== 'reopen' && !(fact.kind === 'close' && unique.has(keyOf({ ...fact, kind: 'reopen' }))),
  );
};
