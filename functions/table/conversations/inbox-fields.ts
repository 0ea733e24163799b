import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { toInboxKey } from '../keys.ts';

type Turn = Pick<StoredConversation, 'id' | 'status' | 'waiting_since'>;

/** In the partition of open conversations, those that wait for an answer of ours sort before the others. */
export const waitingMark = '0#';
const answeredMark = '1#';

/**
 * Where the index lists a conversation: those that wait longest first, then those that were last worked on. Of those of
 * one millisecond the one that began first comes first, because the next characters are the time and counter of its id.
 * Some of its random bits keep places unique, which cursors need. Times in hexadecimal keep rows short and reads cheap.
 */
export const toInboxFields = (
  workspaceId: string,
  { id, status, waiting_since }: Turn,
  workedOnAt: string,
): { inbox_key: string; inbox_at: string } => {
  const turn = waiting_since
    ? `${waitingMark}${toHex(Date.parse(waiting_since))}`
    : `${answeredMark}${toHex(latestMs - Date.parse(workedOnAt))}`;
  return { inbox_key: toInboxKey(workspaceId, status), inbox_at: turn + id.replaceAll('-', '').slice(1, 20) };
};

/** In the year 2527, with eleven hexadecimal digits. */
const latestMs = 0xfff_ffff_ffff;

const toHex = (ms: number): string => ms.toString(16).padStart(11, '0');
