import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentFilter } from '../../model/segment-filter.ts';
import { matches } from '../../model/segment-matching.ts';
import { clock } from '../../platform/clock.ts';
import type { StoredContact } from '../../table/contacts/contacts.ts';
import { countTagged, queryTagged } from '../../table/contacts/tags.ts';
import { fillPage } from '../fill-page.ts';
import { type Candidates, candidatesOf, readCandidates } from './segment-candidates.ts';

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
