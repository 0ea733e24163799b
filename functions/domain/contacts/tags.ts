import { ApiError } from '../../model/api-error.ts';
import { distinctTagNames, pickColor, type Tag, tagsMax, toTagKey } from '../../model/contacts/tag.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { newId } from '../../platform/ids.ts';
import { findTags, queryTags } from '../../table/contacts/tags.ts';
import { fillPage } from '../paging.ts';

/** Lists tags by name. A search finds any part of a name. */
export const listTags = (workspaceId: string, search: string, page: PageRequest): Promise<Page<Tag>> => {
  const text = toTagKey(search);
  const toKey = ({ name }: Tag): string => toTagKey(name);
  return fillPage(
    page,
    async (step) => {
      const { items, next } = await queryTags(workspaceId, step);
      return { items: items.filter((tag) => toKey(tag).includes(text)), next };
    },
    toKey,
  );
};

/** One tag per distinct name, in order. `missing` are those that the caller has to create. */
export const resolveTags = async (
  workspaceId: string,
  names: readonly string[],
): Promise<{ tags: Tag[]; missing: Tag[] }> => {
  const distinctNames = distinctTagNames(names);
  const existingTags = new Map((await findTags(workspaceId, distinctNames)).map((tag) => [toTagKey(tag.name), tag]));
  const tags = distinctNames.map(
    (name) => existingTags.get(toTagKey(name)) ?? { id: newId(), name, color: pickColor(name) },
  );
  return { tags, missing: tags.filter(({ name }) => !existingTags.has(toTagKey(name))) };
};

/** Names of single tags. */
export interface TagChanges {
  addedTags?: string[];
  removedTags?: string[];
}

const isSameSet = (left: readonly Tag[], right: readonly Tag[]): boolean => {
  const ids = new Set(left.map(({ id }) => id));
  return left.length === right.length && right.every(({ id }) => ids.has(id));
};

/** Without single tags, the resolved ones replace those of the contact. */
export const combineTags = (
  current: readonly Tag[],
  resolved: Tag[] | undefined,
  { addedTags, removedTags }: TagChanges,
): Tag[] | undefined => {
  if (removedTags) {
    const removed = new Set(removedTags.map(toTagKey));
    return current.filter(({ name }) => !removed.has(toTagKey(name)));
  }
  if (!resolved) return undefined;
  if (!addedTags) return isSameSet(current, resolved) ? [...current] : resolved;
  const tags = [...new Map([...current, ...resolved].map((tag) => [tag.id, tag])).values()];
  if (tags.length <= tagsMax) return tags;
  throw new ApiError('bad_request', `The contact would have more than ${tagsMax} tags. Remove some of its tags first.`);
};
