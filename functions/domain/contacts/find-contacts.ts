import { matchesSearch, parseSearch, type SearchPart, toPhrase } from '../../model/contacts/search.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { findListedContacts, queryContacts } from '../../table/contacts/contacts.ts';
import { type ListedWord, queryContactWords, removeContactWords } from '../../table/contacts/words.ts';
import { toJsonBytes } from '../../table/dynamodb/query.ts';
import { newestFirst } from '../paging.ts';
import { wordsOf } from './index-contacts.ts';

type IsMatch = (contact: StoredContact) => boolean;

/**
 * Finds every contact in which words begin with those of the text, however many contacts there are: newest first, or in
 * the order of the words where very many match. What the index cannot tell, such as a part in the middle of a word or
 * who was stored a moment ago, is looked for among the newest contacts.
 */
export const findContactsByText = async (
  workspaceId: string,
  text: string,
  isWanted: IsMatch,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const parts = parseSearch(text);
  const isMatch = (contact: StoredContact): boolean => matchesSearch(contact, parts) && isWanted(contact);
  const position = readPosition(page.after);
  if (position) return listByWord(workspaceId, toCommonBeginnings(text, parts), isMatch, page.limit, position);
  const known = parts.filter(({ beginnings }) => beginnings.length > 0).slice(0, lookedUpMax);
  if (known.length === 0) return toPage(await readNewest(workspaceId, isMatch, page, unitsMax.scan), page.limit);
  const [candidates, newest] = await Promise.all([
    findCandidates(workspaceId, known),
    readNewest(workspaceId, isMatch, page, unitsMax.newest),
  ]);
  if (candidates === 'too_many')
    return listByWord(workspaceId, toCommonBeginnings(text, parts), isMatch, page.limit, { list: 0, row: undefined });
  const found = await readCandidates(workspaceId, candidates, isMatch, page);
  if (found.next !== undefined || found.items.length > page.limit) return toPage(found, page.limit);
  const items = [...new Map([...found.items, ...newest.items].map((contact) => [contact.id, contact])).values()];
  return toPage({ items: newestFirst(items), next: undefined }, page.limit);
};

/** How many read units each step may use besides its first read. */
const unitsMax = { candidates: 12, newest: 3, scan: 20 };

/** An eventually consistent read costs half a unit for each 4 KB, of each item in a batch and of all rows in a query. */
const unitsOf = (bytes: number): number => Math.ceil(bytes / 4_096) / 2;

const batchUnits = (contacts: readonly StoredContact[]): number =>
  contacts.reduce((sum, contact) => sum + unitsOf(toJsonBytes(contact)), 0);

const toPage = ({ items, next }: Page<StoredContact>, limit: number): Page<StoredContact> => {
  const shown = items.slice(0, limit);
  return { items: shown, next: items.length > limit ? shown.at(-1)?.id : next };
};

/** If more contacts have a word, a search lists them row by row. */
const candidatesMax = 150;

/** More words do not make a search more precise. */
const lookedUpMax = 8;

/** One word of each contact that can match, the newest contacts first. `too_many`: no part of the text is rare. */
const findCandidates = async (
  workspaceId: string,
  known: readonly SearchPart[],
): Promise<ListedWord[] | 'too_many'> => {
  const sets = await Promise.all(known.map(({ beginnings }) => queryAll(workspaceId, beginnings)));
  const [rarest] = sets.filter((ids) => ids !== undefined).sort((one, other) => one.size - other.size);
  return rarest ? [...rarest.values()].sort((one, other) => (one.contactId < other.contactId ? 1 : -1)) : 'too_many';
};

/** Undefined if there are more than a search looks at. */
const queryAll = async (
  workspaceId: string,
  beginnings: readonly string[],
): Promise<Map<string, ListedWord> | undefined> => {
  const lists = await Promise.all(
    beginnings.map((beginning) => queryContactWords(workspaceId, beginning, candidatesMax + 1)),
  );
  if (lists.some(({ length }) => length > candidatesMax)) return undefined;
  return new Map(lists.flat().map((row) => [row.contactId, row]));
};

/** The first reads tell how large contacts are, and so how many more may be read. */
const firstReads = 4;

const readCandidates = async (
  workspaceId: string,
  candidates: readonly ListedWord[],
  isMatch: IsMatch,
  { limit, after }: PageRequest,
): Promise<Page<StoredContact>> => {
  const rows = candidates.filter(({ contactId }) => after === undefined || contactId < after);
  const items: StoredContact[] = [];
  let unitsLeft = unitsMax.candidates;
  let end = 0;
  for (let count = firstReads; end < rows.length && items.length <= limit && count > 0; ) {
    const read = await readListed(workspaceId, rows.slice(end, end + count));
    items.push(...newestFirst(read.filter(isMatch)));
    end += count;
    const units = batchUnits(read);
    unitsLeft -= units;
    count = countMore(unitsLeft, units, read.length);
  }
  return { items, next: end < rows.length ? rows[end - 1]?.contactId : undefined };
};

const countMore = (unitsLeft: number, units: number, count: number): number =>
  Math.max(0, Math.min(100, Math.floor(unitsLeft / Math.max(0.05, units / Math.max(1, count)))));

/** A row is left over if its contact no longer has the word. Only a strong read decides: a replica may not know a new name. */
const readListed = async (workspaceId: string, rows: readonly ListedWord[]): Promise<StoredContact[]> => {
  const listed = Map.groupBy(rows, ({ contactId }) => contactId);
  const listLeftOver = (contact: StoredContact): ListedWord[] => {
    const words = wordsOf(contact);
    return (listed.get(contact.id) ?? []).filter(({ word }) => !words.includes(word));
  };
  const isCurrent = (contact: StoredContact): boolean => listLeftOver(contact).length === 0;
  const contacts = await findListedContacts(workspaceId, [...listed.keys()], isCurrent);
  const existing = new Set(contacts.map(({ id }) => id));
  const ofMissing = rows.filter(({ contactId }) => !existing.has(contactId));
  await removeContactWords([...ofMissing, ...contacts.flatMap(listLeftOver)]);
  return contacts;
};

const readNewest = async (
  workspaceId: string,
  isMatch: IsMatch,
  { limit, after }: PageRequest,
  unitsAllowed: number,
): Promise<Page<StoredContact>> => {
  const items: StoredContact[] = [];
  let unitsLeft = unitsAllowed;
  let next = after;
  let count = firstReads;
  do {
    const step = await queryContacts(workspaceId, { limit: count, after: next, mayLag: true }, 'eventual');
    items.push(...step.items.filter(isMatch));
    next = step.next;
    const units = (step.bytesRead ?? 0) / 8_192;
    unitsLeft -= units;
    count = countMore(unitsLeft, units, step.items.length);
  } while (next !== undefined && items.length <= limit && count > 0);
  return { items, next };
};

/** Where a page of a list by words ended: the beginning that it lists, and the last row. */
interface WordPosition {
  list: number;
  row: string | undefined;
}

const readPosition = (after = ''): WordPosition | undefined => {
  const [, list, row] = /^(\d+)#(.*)$/su.exec(after) ?? [];
  return list === undefined ? undefined : { list: Number(list), row: row || undefined };
};

/** First those who have all words in this order, then everyone who has the longest. */
const toCommonBeginnings = (text: string, parts: readonly SearchPart[]): string[] => {
  const known = parts.filter(({ beginnings }) => beginnings.length > 0);
  const [longest] = known.toSorted((one, other) => other.text.length - one.text.length);
  return [...new Set([...(known.length > 1 ? [toPhrase(text)] : []), ...(longest?.beginnings ?? [])])];
};

const listByWord = async (
  workspaceId: string,
  beginnings: readonly string[],
  isMatch: IsMatch,
  limit: number,
  start: WordPosition,
): Promise<Page<StoredContact>> => {
  const items: StoredContact[] = [];
  const countMax = Math.min(limit, rowsPerPage);
  let { list, row } = start;
  let unitsLeft = unitsMax.candidates;
  for (let count = Math.min(firstReads, countMax); list < beginnings.length && count > 0; ) {
    const beginning = String(beginnings[list]);
    const rows = await queryContactWords(workspaceId, beginning, count, row);
    const contacts = await readListed(workspaceId, rows);
    const byId = new Map(contacts.map((contact) => [contact.id, contact]));
    for (const { contactId, word } of rows) {
      const contact = byId.get(contactId);
      if (contact && isMatch(contact) && isFirstRow(contact, beginnings.slice(0, list + 1), word)) items.push(contact);
    }
    const isEnd = rows.length < count;
    row = isEnd ? undefined : rows.at(-1)?.row;
    list += Number(isEnd);
    const units = batchUnits(contacts);
    unitsLeft -= units;
    count = Math.min(countMax - items.length, countMore(unitsLeft, units, contacts.length));
  }
  return { items, next: list < beginnings.length ? `${list}#${row ?? ''}` : undefined };
};

const rowsPerPage = 50;

/** A contact with several such words is listed once: under the first of them. */
const isFirstRow = (contact: StoredContact, beginnings: readonly string[], word: string): boolean => {
  const words = wordsOf(contact).sort();
  const firsts = beginnings.map((beginning) => words.find((own) => own.startsWith(beginning)));
  return firsts.findIndex((first) => first !== undefined) === firsts.length - 1 && firsts.at(-1) === word;
};
