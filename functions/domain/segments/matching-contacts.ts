import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentFilter } from '../../model/segment-filter.ts';
import { matchesFilter } from '../../model/segment-matching.ts';
import { distinctTagNames } from '../../model/tag.ts';
import { clock } from '../../platform/clock.ts';
import { findContacts, queryContacts, type StoredContact } from '../../table/contacts/contacts.ts';
import { countTaggedContacts, findTags, queryTaggedContactIds } from '../../table/contacts/tags.ts';
import { fillPage } from '../fill-page.ts';

/** How many contacts one page looks at, however rare those are that it looks for. */
const rowsPerPageMax = 1_000;

/**
 * A page of the contacts for whom the filter holds now, newest first. Where few do, the page may be short, or even
 * empty, although there is a next one.
 */
export const listMatchingContacts = async (
  workspaceId: string,
  filter: SegmentFilter,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const candidates = await findCandidates(workspaceId, filter);
  const nowMs = clock.now();
  const read = async (step: PageRequest): Promise<Page<StoredContact>> => {
    const { items, next } = await readCandidates(workspaceId, candidates, step);
    return { items: items.filter((contact) => matchesFilter(filter, contact, nowMs)), next };
  };
  return fillPage(page, read, rowsPerPageMax);
};

/** For how many contacts the filter holds now. The contacts are read only where their tags' lists do not tell. */
export const countMatchingContacts = async (workspaceId: string, filter: SegmentFilter): Promise<number> => {
  const candidates = await findCandidates(workspaceId, filter);
  const canCountByTags = filter.match === 'any' || filter.rules.length === 1;
  if (candidates !== 'all_contacts' && canCountByTags) return countByTags(candidates.tagIds);
  return countByReading(workspaceId, filter, candidates);
};

/** A contact that has several of the tags is in several lists, and counts once. */
const countByTags = async (tagIds: string[]): Promise<number> => {
  const [firstTagId, ...otherTagIds] = tagIds;
  if (firstTagId === undefined) return 0;
  if (otherTagIds.length === 0) return countTaggedContacts(firstTagId);
  const lists = await Promise.all(tagIds.map((tagId) => readAllIds((step) => queryTaggedContactIds(tagId, step))));
  return new Set(lists.flat()).size;
};

const countByReading = async (workspaceId: string, filter: SegmentFilter, candidates: Candidates): Promise<number> => {
  const nowMs = clock.now();
  const matching = await readAllIds(async (step) => {
    const { items, next } = await readCandidates(workspaceId, candidates, step);
    return { items: items.filter((contact) => matchesFilter(filter, contact, nowMs)).map(({ id }) => id), next };
  });
  return matching.length;
};

/** What a count reads at a time: enough to be few steps, little enough to be let go of after each. */
const rowsPerStep = 1_000;

const readAllIds = async (read: (step: PageRequest) => Promise<Page<string>>): Promise<string[]> => {
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
type Candidates = { tagIds: string[] } | 'all_contacts';

/**
 * The shortest list that is known to hold them all. When all rules must hold and one asks for a tag, that is the tag's
 * list, which is empty where the workspace lacks the tag; when any rule will do and each asks for a tag, all the tags'
 * lists together.
 */
const findCandidates = async (workspaceId: string, { match, rules }: SegmentFilter): Promise<Candidates> => {
  const tagRules = rules.filter(({ field, op }) => field === 'tag' && op === 'has');
  if (tagRules.length === 0 || (match === 'any' && tagRules.length < rules.length)) return 'all_contacts';
  const names = distinctTagNames(tagRules.map(({ value }) => value.trim().normalize('NFC')));
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
  if (candidates === 'all_contacts') return queryContacts(workspaceId, step);
  const lists = await Promise.all(candidates.tagIds.map((tagId) => queryTaggedContactIds(tagId, step)));
  const { items: ids, next } = mergePages(lists, step.limit);
  const contacts = await findContacts(workspaceId, ids);
  return { items: contacts.sort((a, b) => (a.id < b.id ? 1 : -1)), next };
};

/** The first rows of several lists taken together, of which each gave its own first rows, as many as are asked for. */
export const mergePages = (pages: Page<string>[], limit: number): Page<string> => {
  const merged = [...new Set(pages.flatMap(({ items }) => items))].sort().reverse();
  const items = merged.slice(0, limit);
  const hasMore = merged.length > limit || pages.some(({ next }) => next !== undefined);
  return { items, next: hasMore ? items.at(-1) : undefined };
};
