import type { ChangeEntry, NoteEntry } from '../../model/conversations/timeline.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import type { Item, ItemKey } from '../dynamodb/item.ts';
import { queryFrom, queryPage } from '../dynamodb/query.ts';
import { type Consistency, findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { newMentionParts, toMentionKeys } from './mentions.ts';

/** Notes and changes of a conversation. They keep the names of the time. */
export type StoredEntry = NoteEntry | ChangeEntry;

export const newEntryPart = (conversationId: string, entry: StoredEntry): TransactionPart => ({
  Put: {
    Item: { ...keys.note(conversationId, entry.id), entity: 'note', ...entry },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** `exists`: a retry of the request that wrote it. */
export const putNote = async (
  workspaceId: string,
  conversationId: string,
  note: NoteEntry,
): Promise<'stored' | 'exists' | 'no_conversation'> => {
  const result = await transact([
    // The workspace is for the index of words, which sees nothing but the item.
    newEntryPart(conversationId, { ...note, ...{ workspace_id: workspaceId } }),
    notedPart(workspaceId, conversationId, note.id.slice(-12)),
    ...newMentionParts(workspaceId, conversationId, note),
  ]);
  if (result.written) return 'stored';
  return result.failedPart === 0 ? 'exists' : 'no_conversation';
};

/** Updates the conversation's row in the inbox, because an entry changed. An erased conversation gets no notes. */
export const notedPart = (workspaceId: string, conversationId: string, mark: string): TransactionPart => ({
  Update: {
    Key: keys.conversation(workspaceId, conversationId),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET noted = :mark',
    ExpressionAttributeValues: { ':mark': mark },
  },
});

export const toNoteKey = (conversationId: string, noteId: string): ItemKey => keys.note(conversationId, noteId);

export const findNote = async (conversationId: string, noteId: string): Promise<NoteEntry | undefined> => {
  const item = await findItem(keys.note(conversationId, noteId));
  return item?.['type'] === 'note' ? (toStoredEntry(item) as NoteEntry) : undefined;
};

/** False if the note or the conversation is gone. */
export const removeNote = async (workspaceId: string, conversationId: string, note: NoteEntry): Promise<boolean> => {
  const { written } = await transact([
    { Delete: { Key: keys.note(conversationId, note.id), ConditionExpression: 'attribute_exists(pk)' } },
    notedPart(workspaceId, conversationId, `-${note.id.slice(-12)}`),
    ...toMentionKeys(workspaceId, note).map((Key) => ({ Delete: { Key } })),
  ]);
  return written;
};

/** The newest come first. It is not scoped to a workspace: check who owns the conversation first. */
export const queryEntries = async (
  conversationId: string,
  page: PageRequest,
  consistency: Consistency = 'eventual',
): Promise<Page<StoredEntry>> => {
  const { items, next } = await queryPage(keys.note(conversationId, '').pk, page, { consistency });
  return { items: items.map(toStoredEntry), next };
};

/** Reads entries from this id on, oldest first. */
export const queryEntriesFrom = async (
  conversationId: string,
  id: string,
  limit: number,
  consistency?: Consistency,
): Promise<StoredEntry[]> =>
  (await queryFrom(keys.note(conversationId, '').pk, id, limit, consistency)).map(toStoredEntry);

export const removeEntries = (
  workspaceId: string,
  conversationId: string,
  entries: readonly StoredEntry[],
): Promise<void> =>
  removeItems(
    entries.flatMap((entry) => [
      keys.note(conversationId, entry.id),
      ...(entry.type === 'note' ? toMentionKeys(workspaceId, entry) : []),
    ]),
  );

export const toStoredEntry = ({ pk, sk, entity, workspace_id, ...fields }: Item): StoredEntry =>
  fields as unknown as StoredEntry;
