import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentFilter } from '../../model/segment-filter.ts';
import { compileFilter } from '../../model/segment-matching.ts';
import type { StoredContact } from '../../model/stored-contact.ts';
import { distinctTagNames } from '../../model/tag.ts';
import { clock } from '../../platform/clock.ts';
import { findContacts, queryContacts } from '../../table/contacts/contacts.ts';
import { countTaggedContacts, findTags, queryTaggedContactIds } from '../../table/contacts/tags.ts';
import { fillPage, newestFirst, readAllPages } from '../paging.ts';

const rowsPerPageMax = 1_000;

/** Newest first. A page of a rare filter may be short, or empty, and still have a next one. */
export const listMatchingContacts = async (
  workspaceId: string,
  filter: SegmentFilter,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const candidates = await findCandidates(workspaceId, filter);
  const matches = compileFilter(filter, clock.now());
  const read = async (step: PageRequest): Promise<Page<StoredContact>> => {
    const { items, next } = await readCandidates(workspaceId, candidates, step);
    return { items: items.filter(matches), next };
  };
  return fillPage(page, read, rowsPerPageMax);
};

export const countMatchingContacts = async (workspaceId: string, filter: SegmentFilter): Promise<number> => {
  const candidates = await findCandidates(workspaceId, filter);
  const canCountByTags = filter.match === 'any' || filter.rules.length === 1;
  if (candidates !== 'all_contacts' && canCountByTags) return countByTags(candidates.tagIds);
  return countByReading(workspaceId, filter, candidates);
};

const countByTags = async (tagIds: string[]): Promise<number> => {
  const [firstTagId, ...otherTagIds] = tagIds;
  if (firstTagId === undefined) return 0;
  if (otherTagIds.length === 0) return countTaggedContacts(firstTagId);
  const lists = await Promise.all(
    tagIds.map((tagId) => readAllPages((step) => queryTaggedContactIds(tagId, step), rowsPerStep)),
  );
  return new Set(lists.flat()).size;
};

const countByReading = async (workspaceId: string, filter: SegmentFilter, candidates: Candidates): Promise<number> => {
  const matches = compileFilter(filter, clock.now());
  const matchingIds = await readAllPages(async (step) => {
    const { items, next } = await readCandidates(workspaceId, candidates, step);
    return { items: items.filter(matches).map(({ id }) => id), next };
  }, rowsPerStep);
  return matchingIds.length;
};

const rowsPerStep = 1_000;

/** Every contact that can match the filter is in one of these tags' rows, or only the whole list is sure to hold it. */
type Candidates = { tagIds: string[] } | 'all_contacts';

/**
 * With match `all`, one required tag is enough: no contact matches when the workspace lacks any of them. With match
 * `any`, tags help only when every rule requires one.
 */
const findCandidates = async (workspaceId: string, { match, rules }: SegmentFilter): Promise<Candidates> => {
  const tagRules = rules.filter(({ field, op }) => field === 'tag' && op === 'has');
  if (tagRules.length === 0 || (match === 'any' && tagRules.length < rules.length)) return 'all_contacts';
  const names = distinctTagNames(tagRules.map(({ value }) => value));
  const tagIds = (await findTags(workspaceId, names)).map(({ id }) => id);
  if (match === 'any') return { tagIds };
  return { tagIds: tagIds.length < names.length ? [] : tagIds.slice(0, 1) };
};

const readCandidates = async (
  workspaceId: string,
  candidates: Candidates,
  step: PageRequest,
): Promise<Page<StoredContact>> => {
  if (candidates === 'all_contacts') return queryContacts(workspaceId, step);
  const lists = await Promise.all(candidates.tagIds.map((tagId) => queryTaggedContactIds(tagId, step)));
  const { items: ids, next } = mergePages(lists, step.limit);
  const contacts = await findContacts(workspaceId, ids);
  return { items: newestFirst(contacts), next };
};

export const mergePages = (pages: Page<string>[], limit: number): Page<string> => {
  const merged = [...new Set(pages.flatMap(({ items }) => items))].sort().reverse();
  const items = merged.slice(0, limit);
  const hasMore = merged.length > limit || pages.some(({ next }) => next !== undefined);
  return { items, next: hasMore ? items.at(-1) : undefined };
};
