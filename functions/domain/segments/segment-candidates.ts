import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentFilter } from '../../model/segment-filter.ts';
import { foldTagNames } from '../../model/tag.ts';
import { findContacts, queryContacts, type StoredContact } from '../../table/contacts/contacts.ts';
import { findTags, queryTagged } from '../../table/contacts/tags.ts';

/** A list that holds every contact for which the filter can hold: the lists of some tags, or all contacts. */
export type Candidates = { tagIds: string[] } | 'all contacts';

/**
 * The shortest list that is known to hold them all. When all rules must hold and one asks for a tag, that is the tag's
 * list, which is empty where the workspace lacks the tag; when any rule will do and each asks for a tag, all the tags'
 * lists together.
 */
export const candidatesOf = async (workspaceId: string, { match, rules }: SegmentFilter): Promise<Candidates> => {
  const asking = rules.filter(({ field, op }) => field === 'tag' && op === 'has');
  if (asking.length === 0 || (match === 'any' && asking.length < rules.length)) return 'all contacts';
  const names = foldTagNames(asking.map(({ value }) => value.trim().normalize('NFC')));
  const tagIds = (await findTags(workspaceId, names)).map(({ id }) => id);
  if (match === 'any') return { tagIds };
  return { tagIds: tagIds.length < names.length ? [] : tagIds.slice(0, 1) };
};

/** One step through the candidates, newest first, each once. */
export const readCandidates = async (
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
