import type { Channel } from '../../model/channels/channel.ts';
import {
  type ConversationStatus,
  conversationStatuses,
  type StoredConversation,
} from '../../model/conversations/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { inboxIndex } from '../../model/table-index.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findCurrentItems, findItems } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { toInboxKey } from '../index-keys.ts';
import { keys } from '../keys.ts';
import { toStoredConversation } from './conversations.ts';
import { backMark, readTeamId, snoozedMark, waitingMark, withoutTeam } from './inbox-fields.ts';

/** A row of the inbox index. */
export interface InboxRow {
  id: string;
  /** The sort key: rows are in the order of the list. */
  position: string;
  channel: Channel;
  assigned_agent_id: string | null;
  team_id?: string;
  unseen?: string;
  noted?: string;
}

/** Snoozed conversations are open, but have lists of their own. */
export type InboxPlace = ConversationStatus | 'snoozed';

/** Rows are in list order. The index lags behind the table: a listed conversation may have been answered by now. */
export const queryInboxRows = async (
  workspaceId: string,
  place: InboxPlace,
  page: PageRequest,
): Promise<Page<InboxRow>> => {
  const isSnoozed = place === 'snoozed';
  const pk = toInboxKey(workspaceId, isSnoozed ? 'open' : place);
  const from = isSnoozed ? { ...page, after: page.after ?? snoozedMark } : page;
  const { items, next } = await queryPage({ index: inboxIndex, pk }, from, { order: 'ascending' });
  const rows = items.map(toInboxRow);
  return isSnoozed ? { items: rows, next } : beforeSnoozed({ items: rows, next });
};

const beforeSnoozed = ({ items, next }: Page<InboxRow>): Page<InboxRow> => {
  const rows = items.filter((row) => !isSnoozedRow(row));
  return { items: rows, next: rows.length < items.length ? undefined : next };
};

/** One query shows both the open and the snoozed ones, unless there are many. */
export const queryOpenAndSnoozed = async (
  workspaceId: string,
  page: PageRequest,
): Promise<{ open: Page<InboxRow>; snoozed: InboxRow[] }> => {
  const partition = { index: inboxIndex, pk: toInboxKey(workspaceId, 'open') };
  const { items, next } = await queryPage(partition, page, { order: 'ascending' });
  const rows = items.map(toInboxRow);
  const snoozed = next === undefined ? rows : (await queryInboxRows(workspaceId, 'snoozed', page)).items;
  return { open: beforeSnoozed({ items: rows, next }), snoozed: snoozed.filter(isSnoozedRow) };
};

/** In the partition of open ones these come first: those back from snooze, then the longest wait. */
export const queryWaitingIds = async (workspaceId: string, page: PageRequest): Promise<Page<string>> => {
  const { items, next } = await queryInboxRows(workspaceId, 'open', page);
  const waiting = items.filter(isWaiting);
  return { items: waiting.map(({ id }) => id), next: waiting.length < items.length ? undefined : next };
};

/** A conversation as it is now, with its place in the inbox. A conversation that we began has none yet. */
export interface PlacedConversation {
  conversation: StoredConversation;
  place: InboxPlace | undefined;
  row: InboxRow;
}

/** Read strongly. Erased ones are missing. */
export const findPlacedConversations = async (
  workspaceId: string,
  conversationIds: readonly string[],
): Promise<PlacedConversation[]> => {
  const items = await findItems(conversationIds.map((id) => keys.conversation(workspaceId, id)));
  return items.map((item) => {
    const status = conversationStatuses.find((one) => item['inbox_key'] === toInboxKey(workspaceId, one));
    const row = toInboxRow(item);
    return {
      conversation: toStoredConversation(item),
      place: status === 'open' && isSnoozedRow(row) ? 'snoozed' : status,
      row,
    };
  });
};

/** It waits for our answer, or is back from snooze. */
export const isWaiting = ({ position }: Pick<InboxRow, 'position'>): boolean =>
  position.startsWith(waitingMark) || position.startsWith(backMark);

const isSnoozedRow = ({ position }: InboxRow): boolean => position.startsWith(snoozedMark);

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

const toInboxRow = ({ sk, inbox_at, channel, assigned_agent_id, unseen, noted }: Item): InboxRow => {
  const team_id = readTeamId(String(inbox_at));
  const row = { id: sk, position: inbox_at, channel, assigned_agent_id, unseen, noted };
  return { ...row, ...(team_id && { team_id }) } as unknown as InboxRow;
};

/** Takes a conversation out of a deleted team and leaves it in its place. False if it changed since the row was read. */
export const removeFromTeam = async (
  workspaceId: string,
  { id, position }: InboxRow,
  teamId: string,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.conversation(workspaceId, id),
    ConditionExpression: 'team_id = :team AND inbox_at = :before',
    UpdateExpression: 'SET inbox_at = :after REMOVE team_id, by_turns, had_by',
    ExpressionAttributeValues: { ':team': teamId, ':before': position, ':after': withoutTeam(position) },
  });
  return written;
};
