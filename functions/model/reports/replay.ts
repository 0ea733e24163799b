import { laterTime } from '../contacts/stored-contact.ts';
import type { StoredConversation } from '../conversations/conversation.ts';
import { toMark, toShortId } from '../conversations/tracked.ts';
import { type Fact, listFacts, trackRating, withArrival } from './fact.ts';

/** What messages and entries say of a conversation. */
export interface PastEvent {
  kind: 'arrival' | 'answer' | 'closed' | 'opened' | 'pending' | 'rated';
  /** The id of a message or entry, by whose time they are in order. */
  id: string;
  atMs: number;
  sentMs?: number;
  memberId?: string;
  score?: number;
}

/** The facts that the changes of a conversation led to. Who had it, and its team and tags, are those of today. */
export const replay = (conversation: StoredConversation, events: readonly PastEvent[]): Fact[] => {
  const { late_ms, began_ms, asked_ms, answered, closed_ms, rated, ...place } = conversation;
  let before: StoredConversation = { ...place, status: 'open', last_inbound_at: null };
  return events
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((event) => {
      const after = follow(before, event);
      const facts = listFacts(before, after);
      before = after;
      return facts;
    });
};

const follow = (before: StoredConversation, event: PastEvent): StoredConversation => {
  const { kind, id, atMs, sentMs = atMs, memberId = '', score = 0 } = event;
  const { asked_ms, answered, closed_ms, ...rest } = before;
  const keepsAnswer = { ...(answered !== undefined && { answered }) };
  switch (kind) {
    case 'arrival': {
      const last_inbound_at = laterTime(new Date(sentMs).toISOString(), before.last_inbound_at);
      const arrived = { unread_count: before.unread_count + 1, unseen: id.slice(-12), last_inbound_at };
      return { ...withArrival(before, sentMs), ...arrived, status: 'open' };
    }
    case 'answer':
      return { ...rest, ...(closed_ms !== undefined && { closed_ms }), answered: toMark(atMs, toShortId(memberId)) };
    case 'closed':
      return { ...rest, ...keepsAnswer, status: 'closed', closed_ms: atMs };
    case 'rated':
      return { ...before, rated: trackRating(before.rated, { atMs, score }) };
    case 'pending':
      return { ...rest, ...keepsAnswer, status: 'pending' };
    case 'opened':
      return { ...rest, ...keepsAnswer, ...(asked_ms !== undefined && { asked_ms }), status: 'open' };
  }
};
