import { distinctTagNames, pickColor, type Tag, toTagKey } from '../../model/contacts/tag.ts';
import { newId } from '../../platform/ids.ts';
import { findTags } from '../../table/contacts/tags.ts';

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
