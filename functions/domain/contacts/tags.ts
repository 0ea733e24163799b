import { colorOf, foldTagNames, type Tag, tagKeyOf } from '../../model/tag.ts';
import { newId } from '../../platform/ids.ts';
import { findTags } from '../../table/contacts/tags.ts';

/** The tags of these names in their order, each once. Those that the workspace lacks are in `missing` too, to be made. */
export const tagsOf = async (
  workspaceId: string,
  names: readonly string[],
): Promise<{ tags: Tag[]; missing: Tag[] }> => {
  const folded = foldTagNames(names);
  const known = new Map((await findTags(workspaceId, folded)).map((tag) => [tagKeyOf(tag.name), tag]));
  const tags = folded.map((name) => known.get(tagKeyOf(name)) ?? { id: newId(), name, color: colorOf(name) });
  return { tags, missing: tags.filter(({ name }) => !known.has(tagKeyOf(name))) };
};
