import type { Presence } from '../conversations/inbox.ts';

/**
 * A page says every 20 seconds who is there, so one missed call ends it. A page that gets hints says it with the read
 * that it repeats every minute.
 */
export const presenceSeconds = { called: 30, read: 90 };

export interface StoredPresence extends Presence {
  conversation_id: string;
  /** The time in seconds. DynamoDB removes the item within days, so every reader compares the time itself. */
  expires: number;
}

/** The other members who have a conversation on the screen now. */
export const listPresent = (
  presences: readonly StoredPresence[],
  userId: string,
  nowMs: number,
): readonly StoredPresence[] =>
  presences
    .filter(({ user_id, expires }) => user_id !== userId && expires * 1_000 > nowMs)
    .toSorted((left, right) => (left.user_id < right.user_id ? -1 : 1));

export const presentIn = (presences: readonly StoredPresence[], conversationId: string): Presence[] =>
  presences
    .filter(({ conversation_id }) => conversation_id === conversationId)
    .map(({ user_id, name, state }) => ({ user_id, name, state }));
