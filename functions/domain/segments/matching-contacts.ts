import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentFilter } from '../../model/segment-filter.ts';
import { matches } from '../../model/segment-matching.ts';
import { foldTagNames } from '../../model/tag.ts';
import { clock } from '../../platform/clock.ts';
import { findContacts, queryContacts, type StoredContact } from '../../table/contacts/contacts.ts';
import { countTagged, findTags, queryTagged } from '../../table/contacts/tags.ts';
import { fillPage } from '../fill-page.ts';

/** How many contacts one page looks at, however rare those are that it looks for. */
const rowsPerPageMax = 1_000;

/**
 * A page of the contacts for whom the filter holds now, newest first. Where few do, the page may be short, or even
 * empty, although there is a next one.
 */
export const listAudience = async (
  workspaceId: string,
  filter: SegmentFilter,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const candidates = await candidatesOf(workspaceId, filter);
  const nowMs = clock.now();
  const read = async (step: PageRequest): Promise<Page<StoredContact>> => {
    const { items, next } = await readCandidates(workspaceId, candidates, step);
    return { items: items.filter((contact) => matches(filter, contact, nowMs)), next };
  };
  return fillPage(page, read, rowsPerPageMax);
};

/** For how many contacts the filter holds now. The contacts are read only where their tags' lists do not tell. */
export const countAudience = async (workspaceId: string, filter: SegmentFilter): Promise<number> => {
  const candidates = await candidatesOf(workspaceId, filter);
  const isToldByLists = filter.match === 'any' || filter.rules.length === 1;
  if (candidates !== 'all contacts' && isToldByLists) return countListed(candidates.tagIds);
  return countMatching(workspaceId, filter, candidates);
};

/** A contact that has several of the tags is in several lists, and counts once. */
const countListed = async (tagIds: string[]): Promise<number> => {
  const [onlyTagId, ...others] = tagIds;
  if (onlyTagId === undefined) return 0;
  if (others.length === 0) return countTagged(onlyTagId);
  const lists = await Promise.all(tagIds.map((tagId) => readAll((step) => queryTagged(tagId, step))));
  return new Set(lists.flat()).size;
};

const countMatching = async (workspaceId: string, filter: SegmentFilter, candidates: Candidates): Promise<number> => {
  const nowMs = clock.now();
  const matching = await readAll(async (step) => {
    const { items, next } = await readCandidates(workspaceId, candidates, step);
    return { items: items.filter((contact) => matches(filter, contact, nowMs)).map(({ id }) => id), next };
  });
  return matching.length;
};

/** What a count reads at a time: enough to be few steps, little enough to be let go of after each. */
const rowsPerStep = 1_000;

const readAll = async (read: (step: PageRequest) => Promise<Page<string>>): Promise<string[]> => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await read({ limit: rowsPerStep, after });
    ids.push(...items);
    after = next;
  } while (after !== undefined);
  return ids;
};

/** A list that holds every contact for which the filter can hold: the lists of some tags, or all contacts. */
type Candidates = { tagIds: string[] } | 'all contacts';

/**
 * The shortest list that is known to hold them all. When all rules must hold and one asks for a tag, that is the tag's
 * list, which is empty where the workspace lacks the tag; when any rule will do and each asks for a tag, all the tags'
 * lists together.
 */
const candidatesOf = async (workspaceId: string, { match, rules }: SegmentFilter): Promise<Candidates> => {
  const asking = rules.filter(({ field, op }) => field === 'tag' && op === 'has');
  if (asking.length === 0 || (match === 'any' && asking.length < rules.length)) return 'all contacts';
  const names = foldTagNames(asking.map(({ value }) => value.trim().normalize('NFC')));
  const tagIds = (await findTags(workspaceId, names)).map(({ id }) => id);
  if (match === 'any') return { tagIds };
  return { tagIds: tagIds.length < names.length ? [] : tagIds.slice(0, 1) };
};

/** One step through the candidates, newest first, each once. */
const readCandidates = async (
  workspaceId: string,
  candidates: Candidates,
  step: PageRequest,
): Promise<Page<StoredContact>> => {
  if (candidates === 'all contacts') return queryContacts(workspaceId, step);
  const lists = await Promise.all(candidates.tagIds.map((tagId) => queryTagged(tagId, step)));
  const { items: ids, next } = mergePages(lists, step.limit);
  const contacts = await findContacts(workspaceId, ids);
  return { items: contacts.sort((one, other) => (one.id < other.id ? 1 : -1)), next };
};

/** The first rows of several lists taken together, of which each gave its own first rows, as many as are asked for. */
export const mergePages = (pages: Page<string>[], limit: number): Page<string> => {
  const merged = [...new Set(pages.flatMap(({ items }) => items))].sort().reverse();
  const items = merged.slice(0, limit);
  const hasMore = merged.length > limit || pages.some(({ next }) => next !== undefined);
  return { items, next: hasMore ? items.at(-1) : undefined };
};
