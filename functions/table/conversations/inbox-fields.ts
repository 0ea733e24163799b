import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { toInboxKey } from '../keys.ts';

type Turn = Pick<StoredConversation, 'id' | 'status' | 'waiting_since'>;

/** In the partition of open conversations, those that wait for an answer of ours sort before the others. */
export const waitingMark = '0#';
const answeredMark = '1#';

/**
 * Where the index lists a conversation: those that wait longest first, then those that were last worked on. The end of
 * the id tells those of one millisecond apart. All of it would make each row, and so each read of the inbox, dearer.
 */
export const toInboxFields = (
  workspaceId: string,
  { id, status, waiting_since }: Turn,
  workedOnAt: string,
): { inbox_key: string; inbox_at: string } => ({
  inbox_key: toInboxKey(workspaceId, status),
  inbox_at: `${waiting_since ? `${waitingMark}${waiting_since}` : `${answeredMark}${toDescending(workedOnAt)}`}${id.slice(-6)}`,
});

/** Later times sort before earlier ones. */
const toDescending = (time: string): string => time.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
