import type { Channel } from '../channels/channel.ts';
import type { StoredConversation } from '../conversations/conversation.ts';
import { readMark, type Tracked, toMark } from '../conversations/tracked.ts';

/** What reports count. Each happens once, whatever happens to the conversation later. */
type FactKind = 'incoming' | 'started' | 'answer' | 'close' | 'reopen' | 'rating';

export interface Fact {
  kind: FactKind;
  /** With the kind and the conversation it makes the fact unique: what comes twice is counted once. */
  id: string;
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
  /** When the time that was measured began. It is not stored. */
  since_ms?: number;
}

/** More than a contact usually has. */
const tagsMax = 20;

/** The message of a customer is the first one, or the first after the conversation was closed. */
export const begins = (before: Pick<StoredConversation, 'status' | 'last_inbound_at'> | undefined): boolean =>
  before === undefined || before.status === 'closed' || before.last_inbound_at === null;

/** A customer's message, written at this time, arrives. */
export const trackArrival = (
  before: StoredConversation,
  { id, sentMs }: { id: string; sentMs: number },
): Pick<Tracked, 'arrival' | 'began_ms' | 'asked_ms'> => ({
  arrival: toMark(sentMs, id.slice(-12)),
  ...(begins(before) ? { began_ms: sentMs } : {}),
  asked_ms: begins(before) ? sentMs : Math.min(sentMs, before.asked_ms ?? sentMs),
});

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

const arrivalFacts: List = (before, { arrival }) => {
  if (arrival === undefined || arrival === before?.arrival) return [];
  const { ms: at_ms, id } = readMark(arrival);
  return [{ kind: 'incoming', id, at_ms }, ...(begins(before) ? [{ kind: 'started' as const, id, at_ms }] : [])];
};

/** A wait has one answer: of two at once, the first that is accepted ends it. So the fact is known by the wait. */
const answerFacts: List = (before, { answered }) => {
  const since_ms = before?.asked_ms;
  if (since_ms === undefined || answered === undefined || answered === before?.answered) return [];
  const { ms, id: member_id } = readMark(answered);
  const is_first = before?.answered === undefined && before?.began_ms !== undefined;
  const at_ms = is_first ? (before?.began_ms ?? since_ms) : since_ms;
  return [
    {
      kind: 'answer',
      id: since_ms.toString(36),
      at_ms,
      member_id,
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
  if (before?.status !== 'closed' || closed === undefined || after.arrival !== before.arrival) return [];
  return [{ kind: 'reopen', id: toCloseId(closed), at_ms: closed }];
};

const toCloseId = (closedMs: number): string => closedMs.toString(36);

const ratingFacts: List = (before, { rated }) =>
  rated === undefined || rated.id === before?.rated?.id
    ? []
    : [{ kind: 'rating', id: rated.id, at_ms: Date.parse(rated.at), score: rated.score }];

/** Clocks of channels may be ahead. */
const toSeconds = (fromMs: number, toMs: number): number => Math.max(0, Math.floor((toMs - fromMs) / 1_000));

export const keyOf = ({ kind, conversation_id, id }: Fact): string => `${kind} ${conversation_id} ${id}`;

/** It only grows, because facts are never taken back. */
export const countUnique = (facts: readonly Fact[]): number => new Set(facts.map(keyOf)).size;

/** What came twice counts once, and a close that was undone does not count. */
export const settleFacts = (facts: readonly Fact[]): Fact[] => {
  const unique = new Map(facts.map((fact) => [keyOf(fact), fact]));
  return [...unique.values()].filter(
    (fact) => fact.kind !== 'reopen' && !(fact.kind === 'close' && unique.has(keyOf({ ...fact, kind: 'reopen' }))),
  );
};
