import { createHash } from 'node:crypto';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { putItems, removeItems } from '../dynamodb/batch-write.ts';
import type { ItemKey } from '../dynamodb/item.ts';
import { queryFrom, queryRange } from '../dynamodb/query.ts';
import { type Consistency, findItemsInOrder } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';
import { toStoredConversation } from './conversations.ts';

/** A word in a message or note: nothing but its key, so it is cheap to read. */
export interface TextWord {
  workspaceId: string;
  word: string;
  /** The id of the message or note, by which the rows of a word are in the order of time. */
  entryId: string;
  conversationId: string;
  isNote: boolean;
}

export const toTextKey = ({ workspaceId, word, entryId, conversationId, isNote }: TextWord): ItemKey =>
  keys.textWord(workspaceId, word, entryId, `${conversationId}${isNote ? noteMark : ''}`);

const noteMark = '#NOTE';

export const putTextWords = (words: readonly TextWord[]): Promise<void> => putItems(words.map(toTextKey));

export const removeTextWords = (words: readonly TextWord[]): Promise<void> => removeItems(words.map(toTextKey));

/** The rows of exactly this word, newest first, before this entry. */
export const queryTextWord = (
  workspaceId: string,
  word: string,
  rowsMax: number,
  before = '~',
): Promise<(TextWord & { row: string })[]> =>
  queryRows(workspaceId, word, [`${word}#`, `${word}#${before}`], rowsMax, 'newest_first');

/** The rows of longer words that begin so, in the order of the words, after this row. */
export const queryLongerTextWords = (
  workspaceId: string,
  word: string,
  rowsMax: number,
  after = `${word}$`,
): Promise<(TextWord & { row: string })[]> =>
  queryRows(workspaceId, word, [after, `${word}\uffff`], rowsMax, 'ascending');

/** The bounds themselves are no rows, or were read before. */
const queryRows = async (
  workspaceId: string,
  word: string,
  [first, last]: [string, string],
  rowsMax: number,
  order: 'ascending' | 'newest_first',
): Promise<(TextWord & { row: string })[]> => {
  const { pk } = keys.textWord(workspaceId, word, '', '');
  const rows = await queryRange(pk, first, last, rowsMax, order);
  return rows.filter((row) => row !== first && row !== last).map((row) => readTextWord(workspaceId, row));
};

export const readTextWord = (workspaceId: string, row: string): TextWord & { row: string } => {
  const [word = '', entryId = '', conversationId = '', mark] = row.split('#');
  return { workspaceId, word, entryId, conversationId, isNote: mark !== undefined, row };
};

/** Words are known by their hashes. */
export const hashWord = (word: string): number => createHash('sha256').update(word).digest().readUInt32BE();

const hashBytes = 4;

/** The words of a conversation in each month from this one on. They are listed already, and not written again. */
export const queryKnownWords = async (
  conversationId: string,
  sinceMonth: string,
): Promise<Map<string, Set<number>>> => {
  const items = await queryFrom(keys.knownWords(conversationId, '').pk, sinceMonth, monthsMax);
  return new Map(items.map((item) => [String(item['sk']), readHashes(String(item['hashes']))]));
};

const monthsMax = 12;

export const putKnownWords = (conversationId: string, month: string, hashes: ReadonlySet<number>): Promise<void> =>
  putItems([toKnownWords(conversationId, month, hashes)]);

export const toKnownWords = (
  conversationId: string,
  month: string,
  hashes: ReadonlySet<number>,
): ItemKey & { hashes: string } => {
  const bytes = Buffer.alloc(hashes.size * hashBytes);
  [...hashes].forEach((hash, at) => {
    bytes.writeUInt32BE(hash, at * hashBytes);
  });
  return { ...keys.knownWords(conversationId, month), hashes: bytes.toString('base64') };
};

export const removeKnownWords = (conversationId: string, month: string): Promise<void> =>
  removeItems([keys.knownWords(conversationId, month)]);

const readHashes = (text: string): Set<number> => {
  const buffer = Buffer.from(text, 'base64');
  return new Set(Array.from({ length: buffer.length / hashBytes }, (_, at) => buffer.readUInt32BE(at * hashBytes)));
};

/** Whoever may not read notes has none, and no right to read them. */
export type ToNoteKey = (conversationId: string, noteId: string) => ItemKey;

interface WordText {
  conversation: StoredConversation | undefined;
  text: string | undefined;
  sentAt: string;
}

/** Each row's conversation, and the text of its message or note, as far as they are still there. */
export const findWordTexts = async (
  rows: readonly TextWord[],
  toNoteKey: ToNoteKey | undefined,
  consistency: Consistency,
): Promise<WordText[]> => {
  const conversationKeys = rows.map((row) => keys.conversation(row.workspaceId, row.conversationId));
  const entryKeys = rows.map(({ conversationId, entryId, isNote }) =>
    isNote && toNoteKey ? toNoteKey(conversationId, entryId) : keys.message(conversationId, entryId),
  );
  const items = await findItemsInOrder([...conversationKeys, ...entryKeys], consistency);
  return rows.map((_, index) => {
    const [conversation, entry] = [items[index], items[rows.length + index]];
    const text = entry?.['deleted_at'] ? undefined : (entry?.['content_text'] ?? entry?.['text']);
    return {
      conversation: conversation && toStoredConversation(conversation),
      text: typeof text === 'string' ? text : undefined,
      sentAt: String(entry?.['sent_at'] ?? entry?.['created_at']),
    };
  });
};
