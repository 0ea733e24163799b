import { ApiError } from '../../model/api-error.ts';
import type { StoredConversation, TextMatch } from '../../model/conversations/conversation.ts';
import {
  cutSnippet,
  describeUnsearchable,
  hasPhrase,
  hasWord,
  listTextWords,
  parseTextSearch,
  type SearchedWord,
  type TextSearch,
} from '../../model/conversations/text-search.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import {
  findWordTexts,
  hashWord,
  queryKnownWords,
  queryLongerTextWords,
  queryTextWord,
  removeTextWords,
  type TextWord,
  type ToNoteKey,
} from '../../table/conversations/words.ts';
import { toJsonBytes } from '../../table/dynamodb/query.ts';
import { queryMessages } from '../../table/messages/messages.ts';
import { monthOf } from './index-texts.ts';

export interface FoundConversation {
  conversation: StoredConversation;
  match: TextMatch;
}

interface Searcher {
  workspaceId: string;
  /** Notes are for members. */
  toNoteKey?: ToNoteKey;
  isWanted: (conversation: StoredConversation) => boolean;
}

type Row = TextWord & { row: string };

/**
 * Finds the conversations that have all words, the newest message with the rarest of them first. Every row is compared
 * with its message before it is shown, so one that is left over is no answer; it is removed.
 */
export const findConversationsByText = async (
  searcher: Searcher,
  text: string,
  page: PageRequest,
): Promise<Page<FoundConversation>> => {
  const search = parseTextSearch(text);
  if (search.words.length === 0) throw new ApiError('bad_request', `"search" ${describeUnsearchable(text)}.`);
  const rowsMax = Math.floor(searchLimits.rows / (search.words.length + 1));
  const lists = await Promise.all(search.words.map((searched) => readWord(searcher, searched, rowsMax)));
  const [rarest] = lists.filter(({ isWhole }) => isWhole).sort((one, other) => one.rows.length - other.rows.length);
  const others = lists.filter((list) => list !== rarest);
  if (rarest && !page.after?.includes('#'))
    return readHits(searcher, search, { rows: rarest.rows, others, before: page.after, next: () => undefined }, page);
  const [longest = lists[0]] = lists.toSorted((one, other) => other.searched.word.length - one.searched.word.length);
  if (longest === undefined) return { items: [], next: undefined };
  const found = await readHits(searcher, search, await readFurther(searcher, longest, lists, page, rowsMax), page);
  // Where nothing has the word itself, the page begins with longer ones.
  const after = `${longest.searched.word}#`;
  if (found.items.length > 0 || found.next !== after) return found;
  return readHits(searcher, search, await readFurther(searcher, longest, lists, { ...page, after }, rowsMax), page);
};

/** Rows of all words together, about 20 units. Tests lower it. */
export const searchLimits = { rows: 1_000 };

interface WordList {
  searched: SearchedWord;
  /** The rows of the word itself, and those of longer words that begin so. */
  read: { own: Row[]; longer: Row[] };
  /** All that the searcher may see, newest first. */
  rows: Row[];
  /** True if the list has no further rows. */
  isWhole: boolean;
}

const readWord = async (
  { workspaceId, toNoteKey }: Searcher,
  searched: SearchedWord,
  rowsMax: number,
): Promise<WordList> => {
  const { word, isBeginning } = searched;
  const [own, longer] = await Promise.all([
    queryTextWord(workspaceId, word, rowsMax),
    isBeginning ? queryLongerTextWords(workspaceId, word, rowsMax) : [],
  ]);
  const rows = [...own, ...longer].filter(({ isNote }) => toNoteKey || !isNote);
  const isWhole = own.length < rowsMax && longer.length < rowsMax;
  return { searched, read: { own, longer }, rows: newestFirst(rows), isWhole };
};

const newestFirst = (rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.entryId < other.entryId ? 1 : -1));

interface Candidates {
  rows: readonly Row[];
  /** Words that are left to check. */
  others: readonly WordList[];
  /** A page after this entry. */
  before?: string | undefined;
  /** Conversations that have the word in a later month were on an earlier page. */
  repeats?: SearchedWord;
  /** Where the next page begins once all rows are used. */
  next: () => string | undefined;
}

/**
 * A word that very many messages have is read page by page: those with the word itself newest first, then those with
 * longer words in the order of the words.
 */
const readFurther = async (
  { workspaceId, toNoteKey }: Searcher,
  { searched, read }: WordList,
  lists: readonly WordList[],
  { after }: PageRequest,
  rowsMax: number,
): Promise<Candidates> => {
  const { word, isBeginning } = searched;
  const isLonger = after?.includes('#') === true;
  const readRows = (): Promise<Row[]> | Row[] => {
    if (isLonger) return after === `${word}#` ? read.longer : queryLongerTextWords(workspaceId, word, rowsMax, after);
    return after === undefined ? read.own : queryTextWord(workspaceId, word, rowsMax, after);
  };
  const rows = await readRows();
  const last = rows.at(-1);
  const next = (): string | undefined => {
    if (rows.length >= rowsMax - 1 && last) return isLonger ? last.row : last.entryId;
    return !isLonger && isBeginning ? `${word}#` : undefined;
  };
  return {
    rows: rows.filter(({ isNote }) => toNoteKey || !isNote),
    others: lists.filter((list) => list.searched !== searched),
    repeats: searched,
    next,
  };
};

const hitsMax = 20;
const firstReads = 8;
const unitBytes = 8_192;
const unitsMax = 24;

const readHits = async (
  searcher: Searcher,
  search: TextSearch,
  { rows, others, before, repeats, next }: Candidates,
  { limit }: PageRequest,
): Promise<Page<FoundConversation>> => {
  const known = others.filter(({ isWhole }) => isWhole).map((list) => new Set(list.rows.map(toConversationId)));
  // The newest row of a conversation counts. It is the first, but the last among longer words, whose rows ascend.
  const isLonger = repeats !== undefined && rows.some(({ word }) => word !== repeats.word);
  const fitting = rows.filter((row, index) => {
    const isOwn = ({ conversationId }: Row): boolean => conversationId === row.conversationId;
    const counted = isLonger ? rows.findLastIndex(isOwn) : rows.findIndex(isOwn);
    return counted === index && known.every((ids) => ids.has(row.conversationId));
  });
  const candidates = before === undefined ? fitting : fitting.filter(({ entryId }) => entryId < before);
  const unsure = others.filter(({ isWhole }) => !isWhole).map(({ searched }) => searched);
  const items: FoundConversation[] = [];
  const countMax = Math.min(limit, hitsMax);
  let end = 0;
  let bytesLeft = unitBytes * unitsMax;
  for (let count = Math.min(firstReads, countMax); end < candidates.length && count > 0; ) {
    const own = candidates.slice(end, end + count);
    const { hits, bytes } = await checkRows(searcher, search, own, { unsure, repeats });
    items.push(...hits);
    end += own.length;
    bytesLeft -= bytes;
    count = Math.min(countMax - items.length, Math.floor(bytesLeft / (bytes / own.length)));
  }
  const last = candidates[end - 1];
  return { items, next: end < candidates.length ? (isLonger ? last?.row : last?.entryId) : next() };
};

const toConversationId = ({ conversationId }: Row): string => conversationId;

interface Checks {
  unsure: readonly SearchedWord[];
  repeats: SearchedWord | undefined;
}

const checkRows = async (
  { isWanted, toNoteKey }: Searcher,
  { words, phrases }: TextSearch,
  rows: readonly Row[],
  { unsure, repeats }: Checks,
): Promise<{ hits: FoundConversation[]; bytes: number }> => {
  const read = await findWordTexts(rows, toNoteKey, 'eventual');
  const stale = rows.filter((row, index) => !isListedIn(row, read[index]?.text));
  const hits = await Promise.all(
    rows.map(async (row, index): Promise<FoundConversation[]> => {
      const { conversation, text = '', sentAt = '' } = read[index] ?? {};
      if (!conversation || stale.includes(row) || !isWanted(conversation)) return [];
      if (!(await isConfirmed(row, text, unsure, repeats))) return [];
      const shown = await findPhrases({ ...row, sentAt }, text, phrases);
      if (shown === undefined) return [];
      const snippet = cutSnippet(shown.text, words);
      const ids = { message_id: shown.entryId, sent_at: shown.sentAt };
      return [{ conversation, match: { ...ids, ...snippet, ...(shown.isNote && { is_note: true as const }) } }];
    }),
  );
  await removeLeftOver(stale, toNoteKey);
  const bytes = read.reduce((sum, item) => sum + Math.max(unitBytes, toJsonBytes(item)), 0);
  return { hits: hits.flat(), bytes };
};

const isListedIn = ({ word }: Row, text = ''): boolean => hasWord(listTextWords(text), { word, isBeginning: false });

/** Only a strong read decides: a replica may not know the text yet. */
const removeLeftOver = async (rows: readonly Row[], toNoteKey: ToNoteKey | undefined): Promise<void> => {
  if (rows.length === 0) return;
  const read = await findWordTexts(rows, toNoteKey, 'strong');
  await removeTextWords(rows.filter((row, index) => !isListedIn(row, read[index]?.text)));
};

const firstMonth = '0';

/** The hashes of a conversation's months tell which words its other messages have. */
const isConfirmed = async (
  { conversationId, entryId, word }: Row,
  text: string,
  unsure: readonly SearchedWord[],
  repeats: SearchedWord | undefined,
): Promise<boolean> => {
  const own = listTextWords(text);
  const missing = unsure.filter((searched) => !hasWord(own, searched));
  if (missing.length === 0 && repeats === undefined) return true;
  const months = await queryKnownWords(conversationId, missing.length > 0 ? firstMonth : monthOf(entryId));
  const isLater = ([month, hashes]: [string, Set<number>]): boolean =>
    month > monthOf(entryId) && hashes.has(hashWord(word));
  if (repeats && [...months].some(isLater)) return false;
  return missing.every((searched) => [...months.values()].some((hashes) => hashes.has(hashWord(searched.word))));
};

const phraseMessages = 60;

/** The words are in the conversation. The phrase may be in another message than the one listed. */
const findPhrases = async (
  { conversationId, entryId, isNote, sentAt }: Row & { sentAt: string },
  text: string,
  phrases: readonly string[],
): Promise<(Pick<Row, 'entryId' | 'isNote'> & { sentAt: string; text: string }) | undefined> => {
  const hasAll = (candidate: string): boolean => phrases.every((phrase) => hasPhrase(candidate, phrase));
  if (hasAll(text)) return { entryId, isNote, sentAt, text };
  const { items } = await queryMessages(conversationId, { limit: phraseMessages, after: undefined, mayLag: true });
  const found = items.find(({ content_text, deleted_at }) => deleted_at === null && hasAll(content_text ?? ''));
  return (
    found && {
      entryId: found.id,
      isNote: false,
      sentAt: found.sent_at ?? found.created_at,
      text: found.content_text ?? '',
    }
  );
};
