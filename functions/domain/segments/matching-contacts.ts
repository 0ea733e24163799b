import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { distinctTagNames } from '../../model/contacts/tag.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentFilter } from '../../model/segments/filter.ts';
import { compileFilter } from '../../model/segments/matching.ts';
import { clock } from '../../platform/clock.ts';
import { findContacts, findListedContacts, queryContacts } from '../../table/contacts/contacts.ts';
import { findTags, queryTaggedContactIds } from '../../table/contacts/tags.ts';
import { readLimits } from '../../table/dynamodb/query.ts';
import type { Consistency } from '../../table/dynamodb/read.ts';
import { fillPage, findPageItems, newestFirst } from '../paging.ts';

export interface ContactFilter {
  filter: SegmentFilter;
  /** Every contact that can match has one of these tags. Without them, the names of the filter's tags are looked up. */
  tag_ids?: string[] | null | undefined;
}

/** The newest come first. A page of a rare filter may be short, or empty, and still have a next one. */
export const listMatchingContacts = async (
  workspaceId: string,
  { filter, tag_ids }: ContactFilter,
  page: PageRequest,
  consistency: Consistency,
): Promise<Page<StoredContact>> => {
  const tagIds = tag_ids ?? (await findTagIds(workspaceId, filter));
  const matches = compileFilter(filter, clock.now());
  return fillPage(page, async (step) => {
    const { items, ...rest } = await readCandidates(workspaceId, tagIds, step, consistency);
    return { items: items.filter(matches), ...rest };
  });
};

export interface CountRequest {
  nowMs: number;
  after: string | undefined;
  rowsMax: number;
}

export interface Count {
  found: number;
  rows: number;
  next: string | undefined;
}

/** Tests lower these limits. */
export const countLimits = { rowsPerStep: 1_000, rowsPerRun: 5_000, exactRows: 10_000 };

export const countMatchingContacts = async (
  workspaceId: string,
  { filter, tag_ids }: ContactFilter,
  { nowMs, after, rowsMax }: CountRequest,
): Promise<Count> => {
  const tagIds = tag_ids ?? (await findTagIds(workspaceId, filter));
  const matches = compileFilter(filter, nowMs);
  const count: Count = { found: 0, rows: 0, next: after };
  do {
    const step = { limit: Math.min(countLimits.rowsPerStep, rowsMax - count.rows), after: count.next };
    if (tagIds && isDecidedByTags(filter)) {
      const { items, next } = await readTaggedIds(tagIds, step);
      Object.assign(count, { found: count.found + items.length, rows: count.rows + items.length, next });
    } else {
      const { items, next } = await readCandidates(workspaceId, tagIds, step, 'eventual');
      const found = count.found + items.filter(matches).length;
      Object.assign(count, { found, rows: count.rows + items.length, next });
    }
  } while (count.next !== undefined && count.rows < rowsMax);
  return count;
};

const isDecidedByTags = ({ match, rules }: SegmentFilter): boolean => match === 'any' || rules.length === 1;

/**
 * The segment's item holds them, which saves a page of it one read. Null as long as a tag is missing; tags are never
 * deleted, so the ids stay right.
 */
export const findStableTagIds = async (workspaceId: string, filter: SegmentFilter): Promise<string[] | null> => {
  const names = listRequiredTags(filter);
  const tagIds = await findTagIds(workspaceId, filter);
  return tagIds && tagIds.length === (filter.match === 'any' ? names.length : 1) ? tagIds : null;
};

/**
 * With match `all`, one required tag is enough: no contact matches when the workspace lacks any of them. With match
 * `any`, tags help only when every rule requires one.
 */
export const findTagIds = async (workspaceId: string, filter: SegmentFilter): Promise<string[] | undefined> => {
  const names = listRequiredTags(filter);
  if (names.length === 0) return undefined;
  const tagIds = (await findTags(workspaceId, names)).map(({ id }) => id);
  if (filter.match === 'any') return tagIds;
  return tagIds.length < names.length ? [] : tagIds.slice(0, 1);
};

const listRequiredTags = ({ match, rules }: SegmentFilter): string[] => {
  const tagRules = rules.filter(({ field, op }) => field === 'tag' && op === 'has');
  if (match === 'any' && tagRules.length < rules.length) return [];
  return distinctTagNames(tagRules.map(({ value }) => value));
};

export const readCandidates = async (
  workspaceId: string,
  tagIds: string[] | undefined,
  step: PageRequest,
  consistency: Consistency,
): Promise<Page<StoredContact>> => {
  if (!tagIds) return queryContacts(workspaceId, step, consistency);
  const { rowsRead, ...ids } = await readTaggedIds(tagIds, step);
  const { items, ...position } = await findPageItems(ids, (some) =>
    consistency === 'strong'
      ? findContacts(workspaceId, some)
      : findListedContacts(workspaceId, some, ({ tags }) => tags.some(({ id }) => tagIds.includes(id))),
  );
  return { items: newestFirst(items), ...position, rowsRead };
};

const readTaggedIds = async (
  tagIds: string[],
  { limit, after }: PageRequest,
): Promise<Page<string> & { rowsRead: number }> => {
  const limitPerTag = Math.min(limit, Math.floor(readLimits.rowsPerCall / tagIds.length));
  const pages = await Promise.all(tagIds.map((tagId) => queryTaggedContactIds(tagId, { limit: limitPerTag, after })));
  return { ...mergeIdPages(pages, limit), rowsRead: pages.reduce((sum, { items }) => sum + items.length, 0) };
};

/** Below the last id of a list that goes on, that list may have ids that were not read. */
export const mergeIdPages = (pages: Page<string>[], limit: number): Page<string> => {
  const [lastComplete = ''] = pages.flatMap(({ next }) => next ?? []).sort((left, right) => (left < right ? 1 : -1));
  const merged = [...new Set(pages.flatMap(({ items }) => items))].sort().reverse();
  const complete = merged.filter((id) => id >= lastComplete);
  const items = complete.slice(0, limit);
  const hasMore = complete.length > limit || lastComplete !== '';
  return { items, next: hasMore ? items.at(-1) : undefined };
};
