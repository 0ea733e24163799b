import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../model/api-error.ts';
import type { ConversationChanges, StoredConversation } from '../../model/conversations/conversation.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';

const daysMax = 366;

/** The time in UTC with milliseconds, as all times are stored. */
export const readSnooze = (until: ConversationChanges['snoozed_until']): string | null | undefined => {
  if (until === undefined || until === null) return until;
  const timeMs = Date.parse(until);
  const nowMs = clock.now();
  if (timeMs > nowMs && timeMs <= nowMs + daysMax * dayMs) return isoTime(timeMs);
  throw new ApiError(
    'bad_request',
    `"snoozed_until" must be in the next ${daysMax} days. The time is now ${isoTime(nowMs)}; send null to end a snooze.`,
  );
};

interface SnoozeWork {
  snoozed_until: string | null | undefined;
  waiting?: boolean | undefined;
}

/**
 * Closing it or setting it to pending ends the snooze. `pending` itself means until the customer writes, so only open
 * conversations are snoozed. Marked as answered, one that is back has been handled.
 */
export const applySnooze = (
  { snooze: before, ...conversation }: StoredConversation,
  { snoozed_until: until, waiting }: SnoozeWork,
): StoredConversation => {
  if (conversation.status !== 'open' && until) throw notOpen();
  if (until) return { ...conversation, snooze: before?.until === until && !before.ended_at ? before : { until } };
  const isHandled = waiting === false && before?.ended_at !== undefined;
  const ends = conversation.status !== 'open' || until === null || isHandled;
  return ends || !before ? conversation : { ...conversation, snooze: before };
};

export const sameSnooze = (one: StoredConversation, other: StoredConversation): boolean =>
  isDeepStrictEqual(one.snooze, other.snooze);

const notOpen = (): ApiError =>
  new ApiError(
    'bad_request',
    'Only an open conversation can be snoozed. Send "status": "open" as well, or leave "snoozed_until" out.',
  );
