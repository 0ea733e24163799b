import type { Channel } from '../../model/channels/channel.ts';
import type { ConversationStatus, StoredConversation } from '../../model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { inboxIndex } from '../../model/table-index.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findCurrentItems } from '../dynamodb/read.ts';
import { keys, toInboxKey } from '../keys.ts';
import { toStoredConversation } from './conversations.ts';
import { waitingMark } from './inbox-fields.ts';

/** A row of the inbox index. */
export interface InboxRow {
  id: string;
  /** The sort key: rows are in the order of the list. */
  position: string;
  channel: Channel;
  assigned_agent_id: string | null;
  unseen?: string;
  noted?: string;
}

/** Rows are in list order. The index lags behind the table: a listed conversation may have been answered by now. */
export const queryInboxRows = async (
  workspaceId: string,
  status: ConversationStatus,
  page: PageRequest,
): Promise<Page<InboxRow>> => {
  const partition = { index: inboxIndex, pk: toInboxKey(workspaceId, status) };
  const { items, next } = await queryPage(partition, page, { order: 'ascending' });
  return { items: items.map(toInboxRow), next };
};

/** Waiting conversations come first in the partition of open ones, longest wait first. */
export const queryWaitingIds = async (workspaceId: string, page: PageRequest): Promise<Page<string>> => {
  const { items, next } = await queryInboxRows(workspaceId, 'open', page);
  const waiting = items.filter(isWaiting);
  return { items: waiting.map(({ id }) => id), next: waiting.length < items.length ? undefined : next };
};

export const isWaiting = ({ position }: Pick<InboxRow, 'position'>): boolean => position.startsWith(waitingMark);

/** Conversations are at least as new as their rows, so the list never shows an older state than its rows. */
export const findListedConversations = async (
  workspaceId: string,
  rows: readonly InboxRow[],
): Promise<StoredConversation[]> => {
  const rowsById = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
  const items = await findCurrentItems(
    rows.map(({ id }) => keys.conversation(workspaceId, id)),
    (item) => rowsById.get(String(item['sk'])) === JSON.stringify(toInboxRow(item)),
  );
  return items.map(toStoredConversation);
};

const toInboxRow = ({ sk, inbox_at, channel, assigned_agent_id, unseen, noted }: Item): InboxRow =>
  ({ id: sk, position: inbox_at, channel, assigned_agent_id, unseen, noted }) as unknown as InboxRow;
