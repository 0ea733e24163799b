import { matchesSearch, parseSearch, type SearchPart, toPhrase } from '../../model/contacts/search.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { findListedContacts, queryContacts } from '../../table/contacts/contacts.ts';
import { type ListedWord, queryContactWords, removeContactWords } from '../../table/contacts/words.ts';
import { toJsonBytes } from '../../table/dynamodb/query.ts';
import { newestFirst } from '../paging.ts';
import { wordsOf } from './index-contacts.ts';

interface Search {
  workspaceId: string;
  isMatch: (contact: StoredContact) => boolean;
  page: PageRequest;
}

/**
 * Finds every contact in which words begin with those of the text, however many contacts there are: newest first, or in
 * the order of the words where very many match. What the index cannot tell, such as a part in the middle of a word or
 * who was stored a moment ago, is looked for among the newest contacts. It waits three times: for the rows of the words,
 * for a few contacts, whose sizes tell how many more a page may read, and for those.
 */
export const findContactsByText = async (
  workspaceId: string,
  text: string,
  isWanted: (contact: StoredContact) => boolean,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const parts = parseSearch(text);
  const isMatch = (contact: StoredContact): boolean => matchesSearch(contact, parts) && isWanted(contact);
  const search = { workspaceId, isMatch, page };
  const known = parts.filter(({ beginnings }) => beginnings.length > 0).slice(0, lookedUpMax);
  if (known.length === 0) {
    const first = await readNewest(search, page.after, firstReads.newest);
    return toPage(await readMoreNewest(search, first, limits.scan), page.limit);
  }
  const common = toCommonBeginnings(text, known);
  const position = readPosition(page.after);
  if (position) return listByWord(search, await queryLists(workspaceId, common, rowsPerPage + 1, position));
  const beginnings = [...new Set([...known.flatMap((part) => part.beginnings), ...common])];
  const rowsMax = Math.min(candidatesMax, Math.floor(lookedUpRows / beginnings.length)) + 1;
  const [lists, first] = await Promise.all([
    queryLists(workspaceId, beginnings, rowsMax),
    readNewest(search, page.after, firstReads.newest),
  ]);
  const candidates = findRarest(known, lists);
  if (!candidates) return listByWord(search, pickLists(lists, common));
  const [found, newest] = await Promise.all([
    readCandidates(search, candidates),
    readMoreNewest(search, first, limits.newest),
  ]);
  const { next = '' } = found;
  const notYetListed = newest.items.filter(({ id }) => id > next && found.items.every((contact) => contact.id !== id));
  return toPage({ items: newestFirst([...found.items, ...notYetListed]), next: found.next }, page.limit);
};

const toPage = ({ items, next }: Page<StoredContact>, limit: number): Page<StoredContact> => {
  const shown = items.slice(0, limit);
  return { items: shown, next: items.length > limit ? shown.at(-1)?.id : next };
};

/** More words do not make a search more precise. */
const lookedUpMax = 8;

/** Rows of all words together, about seven units. */
const lookedUpRows = 450;

/** If more contacts have a word, a search lists them row by row. */
const candidatesMax = 150;

type Row = ListedWord & { row: string };

interface WordList {
  beginning: string;
  rows: Row[];
  /** True if the list has no further rows. */
  isWhole: boolean;
}

const queryLists = (
  workspaceId: string,
  beginnings: readonly string[],
  rowsMax: number,
  start: WordPosition = { list: 0, row: undefined },
): Promise<WordList[]> =>
  Promise.all(
    beginnings.map(async (beginning, list) => {
      if (list < start.list) return { beginning, rows: [], isWhole: true };
      const after = list === start.list ? start.row : undefined;
      const rows = await queryContactWords(workspaceId, beginning, rowsMax, after);
      return { beginning, rows, isWhole: rows.length < rowsMax };
    }),
  );

const pickLists = (lists: readonly WordList[], beginnings: readonly string[]): WordList[] =>
  beginnings.flatMap((own) => lists.filter(({ beginning }) => beginning === own));

/** One row of each contact that can match, the newest contacts first. Undefined if no part of the text is rare. */
const findRarest = (known: readonly SearchPart[], lists: readonly WordList[]): Row[] | undefined => {
  const sets = known
    .map(({ beginnings }) => pickLists(lists, beginnings))
    .filter((own) => own.every(({ isWhole }) => isWhole))
    .map((own) => new Map(own.flatMap(({ rows }) => rows).map((row) => [row.contactId, row])));
  const [rarest] = sets.sort((one, other) => one.size - other.size);
  return rarest && [...rarest.values()].sort((one, other) => (one.contactId < other.contactId ? 1 : -1));
};

const readCandidates = async (search: Search, candidates: readonly Row[]): Promise<Page<StoredContact>> => {
  const { limit, after } = search.page;
  const rows = candidates.filter(({ contactId }) => after === undefined || contactId < after);
  const { items, end } = await readRows(search, rows, search.isMatch, limit + 1);
  return { items, next: end < rows.length ? rows[end - 1]?.contactId : undefined };
};

/** The sizes of the first tell how many more may be read. */
const firstReads = { listed: 4, newest: 3 };

interface Limit {
  units: number;
  /** However small the first are, the others may be large. */
  contacts: number;
}

const limits = {
  listed: { units: 12, contacts: 50 },
  newest: { units: 3, contacts: 30 },
  scan: { units: 20, contacts: 100 },
};

const countMore = (limit: Limit, units: number, count: number): number =>
  count === 0
    ? firstReads.listed
    : Math.max(0, Math.min(limit.contacts, Math.floor(((limit.units - units) * count) / units)));

/** Reads the contacts of the rows until there are enough hits, in two steps. */
const readRows = async <Own extends Row>(
  { workspaceId }: Search,
  rows: readonly Own[],
  isHit: (contact: StoredContact, row: Own) => boolean,
  hitsMax: number,
): Promise<{ items: StoredContact[]; end: number }> => {
  const read = async (own: readonly Own[]) => {
    const contacts = await readListed(workspaceId, own);
    const byId = new Map(contacts.map((contact) => [contact.id, contact]));
    const hits = own.flatMap((row) => {
      const contact = byId.get(row.contactId);
      return contact && isHit(contact, row) ? [contact] : [];
    });
    return { hits, more: countMore(limits.listed, batchUnits(contacts), contacts.length) };
  };
  const start = Math.min(firstReads.listed, hitsMax, rows.length);
  const first = await read(rows.slice(0, start));
  const end = Math.min(start + Math.min(hitsMax - first.hits.length, first.more), rows.length);
  if (end === start) return { items: first.hits, end };
  const { hits } = await read(rows.slice(start, end));
  return { items: [...first.hits, ...hits], end };
};

/** An eventually consistent read of an item costs half a unit for each 4 KB. */
const batchUnits = (contacts: readonly StoredContact[]): number =>
  contacts.reduce((sum, contact) => sum + Math.ceil(toJsonBytes(contact) / 4_096) / 2, 0);

/** A row is left over if its contact no longer has the word. Only a strong read decides: a replica may not know a new name. */
const readListed = async (workspaceId: string, rows: readonly Row[]): Promise<StoredContact[]> => {
  const listed = Map.groupBy(rows, ({ contactId }) => contactId);
  const listLeftOver = (contact: StoredContact): Row[] => {
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

interface NewestContacts extends Page<StoredContact> {
  count: number;
  units: number;
}

/** The keys of a contact, which its fields do not show. */
const keyBytes = 130;

const readNewest = async (
  { workspaceId, isMatch }: Search,
  after: string | undefined,
  limit: number,
): Promise<NewestContacts> => {
  const { items, next } = await queryContacts(workspaceId, { limit, after, mayLag: true }, 'eventual');
  const units = items.reduce((sum, contact) => sum + (toJsonBytes(contact) + keyBytes) / 8_192, 0);
  return { items: items.filter(isMatch), next, count: items.length, units };
};

const readMoreNewest = async (search: Search, first: NewestContacts, limit: Limit): Promise<Page<StoredContact>> => {
  const count = countMore(limit, first.units, first.count);
  if (first.next === undefined || count === 0) return first;
  const more = await readNewest(search, first.next, count);
  return { items: [...first.items, ...more.items], next: more.next };
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
const toCommonBeginnings = (text: string, known: readonly SearchPart[]): string[] => {
  const [longest] = known.toSorted((one, other) => other.text.length - one.text.length);
  return [...new Set([...(known.length > 1 ? [toPhrase(text)] : []), ...(longest?.beginnings ?? [])])];
};

const rowsPerPage = 50;

const listByWord = async (search: Search, lists: readonly WordList[]): Promise<Page<StoredContact>> => {
  const beginnings = lists.map(({ beginning }) => beginning);
  const cut = lists.findIndex(({ isWhole }) => !isWhole);
  const rows = lists
    .slice(0, cut === -1 ? lists.length : cut + 1)
    .flatMap((own, list) => own.rows.map((row) => ({ ...row, list })));
  const isHit = (contact: StoredContact, { list, word }: { list: number; word: string }): boolean =>
    search.isMatch(contact) && isFirstRow(contact, beginnings.slice(0, list + 1), word);
  const { items, end } = await readRows(search, rows, isHit, Math.min(search.page.limit, rowsPerPage));
  const last = end === rows.length && cut === -1 ? undefined : rows[end - 1];
  return { items, next: last && `${last.list}#${last.row}` };
};

/** A contact with several such words is listed once: under the first of them. */
const isFirstRow = (contact: StoredContact, beginnings: readonly string[], word: string): boolean => {
  const words = wordsOf(contact).sort();
  const firsts = beginnings.map((beginning) => words.find((own) => own.startsWith(beginning)));
  return firsts.findIndex((first) => first !== undefined) === firsts.length - 1 && firsts.at(-1) === word;
};
