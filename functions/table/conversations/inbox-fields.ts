import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { toInboxKey } from '../keys.ts';

type Turn = Pick<StoredConversation, 'id' | 'status' | 'waiting_since'>;

/** In the partition of open conversations, those that wait for our answer sort before the others. */
export const waitingMark = '0#';
const answeredMark = '1#';

/**
 * The place of a conversation in the index: the longest wait first, then the latest work. Time and counter of the id
 * follow, so ties keep the order of creation, and some of its random bits, because cursors need unique places. Times in
 * hexadecimal keep rows short and reads cheap.
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

/** Eleven hexadecimal digits last until the year 2527. */
const latestMs = 0xfff_ffff_ffff;

const toHex = (ms: number): string => ms.toString(16).padStart(11, '0');
