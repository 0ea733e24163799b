import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { inboxIndex } from '../../model/table-index.ts';
import { queryPage } from '../dynamodb/query.ts';
import { toInboxKey } from '../keys.ts';

type Turn = Pick<StoredConversation, 'id' | 'status' | 'waiting_since'>;

/** Where the index lists a conversation: those that wait by since when, the others by when they were last worked on. */
export const toInboxFields = (
  workspaceId: string,
  { id, status, waiting_since }: Turn,
  workedOnAt: string,
): { inbox_key: string; inbox_at: string } => ({
  inbox_key: toInboxKey(workspaceId, status === 'open' ? (waiting_since ? 'open-ours' : 'open-theirs') : status),
  inbox_at: `${waiting_since ?? workedOnAt}#${id}`,
});

/** Longest first. The index lags behind the table: a listed conversation may have been answered by now. */
export const queryWaitingIds = async (workspaceId: string, page: PageRequest): Promise<Page<string>> => {
  const partition = { index: inboxIndex, pk: toInboxKey(workspaceId, 'open-ours') };
  const { items, next } = await queryPage(partition, page, { order: 'ascending' });
  return { items: items.map((row) => String(row['sk'])), next };
};
