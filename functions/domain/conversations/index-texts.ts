import { toIndexedWords } from '../../model/conversations/text-search.ts';
import type { NoteEntry } from '../../model/conversations/timeline.ts';
import { isoTime } from '../../platform/clock.ts';
import { firstIdAt, idTimeMs } from '../../platform/ids.ts';
import { toStoredEntry } from '../../table/conversations/notes.ts';
import {
  hashWord,
  putKnownWords,
  putTextWords,
  queryKnownWords,
  removeKnownWords,
  removeTextWords,
  type TextWord,
} from '../../table/conversations/words.ts';
import type { Change } from '../../table/dynamodb/changes.ts';
import type { Item } from '../../table/dynamodb/item.ts';
import { queryMessagesFrom, type StoredMessage, toStoredMessage } from '../../table/messages/messages.ts';

export interface IndexedText {
  workspaceId: string;
  conversationId: string;
  entryId: string;
  isNote: boolean;
  text: string;
}

interface TextChange {
  before: IndexedText | undefined;
  after: IndexedText | undefined;
  /** The entry itself is gone, not only its text. */
  isRemoved: boolean;
}

export const toTextChange = ({ before, after }: Change): TextChange => ({
  before: before && readText(before),
  after: after && readText(after),
  isRemoved: after === undefined,
});

/** Notes that are older than the index name no workspace. */
const readText = (item: Item): IndexedText | undefined => {
  if (item['entity'] === 'message') return toIndexedText(toStoredMessage(item));
  const { id, text } = toStoredEntry(item) as NoteEntry;
  const [, conversationId = ''] = /^CONVERSATION#([^#]+)/.exec(String(item['pk'])) ?? [];
  const workspaceId = item['workspace_id'];
  if (typeof workspaceId !== 'string') return undefined;
  return { workspaceId, conversationId, entryId: id, isNote: true, text };
};

export const toIndexedText = (message: StoredMessage): IndexedText | undefined => {
  const { id, workspace_id, conversation_id, content_text, deleted_at, sender_type } = message;
  if (content_text === null || deleted_at !== null || sender_type === 'bot') return undefined;
  return {
    workspaceId: workspace_id,
    conversationId: conversation_id,
    entryId: id,
    isNote: false,
    text: content_text,
  };
};

const toRows = ({ text, ...entry }: IndexedText): TextWord[] =>
  toIndexedWords(text).map((word) => ({ ...entry, word }));

export const monthOf = (entryId: string): string => isoTime(idTimeMs(entryId)).slice(0, 'yyyy-mm'.length);

/**
 * The first change of an entry tells what the index lists, the last what it must list. A message is listed under the
 * words that its conversation did not have yet that month. So when a text changes, other messages may have words that
 * only it was listed under, and the whole month is listed again.
 */
export const applyTextChanges = async (changes: readonly TextChange[]): Promise<void> => {
  const byEntry = Map.groupBy(changes, ({ before, after }) => (after ?? before)?.entryId);
  const entries = [...byEntry].flatMap(([entryId, own]): TextChange[] =>
    entryId === undefined
      ? []
      : [{ before: own[0]?.before, after: own.at(-1)?.after, isRemoved: own.at(-1)?.isRemoved === true }],
  );
  const { notes = [], messages = [] } = Object.groupBy(entries, ({ before, after }) =>
    (after ?? before)?.isNote ? 'notes' : 'messages',
  );
  const removed = entries.flatMap(({ before, after }) => (before && before.text !== after?.text ? toRows(before) : []));
  await removeTextWords(removed);
  await putTextWords(notes.flatMap(({ after }) => (after ? toRows(after) : [])));
  const byMonth = Map.groupBy(messages, ({ before, after }) => {
    const { conversationId = '', entryId = '' } = after ?? before ?? {};
    return `${conversationId} ${monthOf(entryId)}`;
  });
  await Promise.all(
    [...byMonth].map(([key, own]) => {
      const [conversationId = '', month = ''] = key.split(' ');
      return applyToMonth(conversationId, month, own);
    }),
  );
};

const applyToMonth = async (conversationId: string, month: string, changes: readonly TextChange[]): Promise<void> => {
  if (changes.some(({ isRemoved }) => isRemoved)) return removeKnownWords(conversationId, month);
  const isEdited = changes.some(({ before, after }) => before && before.text !== after?.text);
  if (isEdited) return listMonth(conversationId, month);
  const texts = changes.flatMap(({ before, after }) => (after && !before ? after : []));
  if (texts.length === 0) return;
  const known = (await queryKnownWords(conversationId, month)).get(month);
  await listTexts(conversationId, month, texts, known);
};

/** A conversation that has more words in a month is found by these. */
const monthWordsMax = 400;

/** Each word where it is first, and the hashes of all. */
export const toMonthRows = (
  texts: readonly IndexedText[],
  known: ReadonlySet<number> = new Set(),
): { rows: TextWord[]; hashes: Set<number> } => {
  const hashes = new Set(known);
  const rows = texts.flatMap(toRows).filter(({ word }) => {
    const hash = hashWord(word);
    if (hashes.has(hash) || hashes.size >= monthWordsMax) return false;
    hashes.add(hash);
    return true;
  });
  return { rows, hashes };
};

/** The rows come first: after a crash between the two, they are written again. */
const listTexts = async (
  conversationId: string,
  month: string,
  texts: readonly IndexedText[],
  known?: ReadonlySet<number>,
): Promise<void> => {
  const { rows, hashes } = toMonthRows(texts, known);
  if (rows.length === 0) return;
  await putTextWords(rows);
  await putKnownWords(conversationId, month, hashes);
};

const monthMessagesMax = 500;

const listMonth = async (conversationId: string, month: string): Promise<void> => {
  const firstId = firstIdAt(Date.parse(`${month}-01T00:00:00Z`));
  const messages = await queryMessagesFrom(conversationId, firstId, monthMessagesMax);
  const texts = messages.filter(({ id }) => monthOf(id) === month).flatMap((message) => toIndexedText(message) ?? []);
  await removeKnownWords(conversationId, month);
  await listTexts(conversationId, month, texts);
};
