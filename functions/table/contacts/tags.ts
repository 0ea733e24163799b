import * as z from 'zod/mini';
import type { Page, PageRequest } from '../../model/page.ts';
import { type Tag, tagName, toTagKey } from '../../model/tag.ts';
import type { Item } from '../dynamodb/item.ts';
import { countRows, queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** The workspace's tag of this name, in whatever spelling; what cannot be a tag's name has no tag. */
export const findTagByName = async (workspaceId: string, name: string): Promise<Tag | undefined> => {
  const parsed = z.safeParse(tagName, name);
  const item = parsed.success ? await findItem(keys.tag(workspaceId, toTagKey(parsed.data))) : undefined;
  return item && toTag(item);
};

/** The workspace's tags among these distinct names, in no order. */
export const findTags = async (workspaceId: string, names: readonly string[]): Promise<Tag[]> => {
  const items = await findItems(names.map((name) => keys.tag(workspaceId, toTagKey(name))));
  return items.map(toTag);
};

/** The ids of a tag's contacts, newest first. Ids come from everywhere: see first whose tag it is. */
export const queryTaggedContactIds = async (tagId: string, page: PageRequest): Promise<Page<string>> => {
  const { items, next } = await queryPage(keys.taggedContact(tagId, '').pk, page);
  return { items: items.map((row) => String(row['sk'])), next };
};

/** How many contacts have the tag. */
export const countTaggedContacts = (tagId: string): Promise<number> => countRows(keys.taggedContact(tagId, '').pk);

/** Whether a contact of this workspace has the tag of this id. */
export const isTagInUse = async (workspaceId: string, tagId: string): Promise<boolean> => {
  const { items } = await queryPage(keys.taggedContact(tagId, '').pk, { limit: 1, after: undefined });
  return items[0]?.['workspace_id'] === workspaceId;
};

/** Makes a tag, unless another caller has just made one of this name. */
export const newTagPart = (workspaceId: string, tag: Tag): TransactionPart => ({
  Put: {
    Item: { ...keys.tag(workspaceId, toTagKey(tag.name)), entity: 'tag', ...tag },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** A contact in the list of its tag. The condition on the contact, in the same transaction, guards its rows as well. */
export const tagContactPart = (workspaceId: string, tagId: string, contactId: string): TransactionPart => ({
  Put: { Item: { ...keys.taggedContact(tagId, contactId), workspace_id: workspaceId } },
});

export const untagContactPart = (tagId: string, contactId: string): TransactionPart => ({
  Delete: { Key: keys.taggedContact(tagId, contactId) },
});

const toTag = ({ id, name, color }: Item): Tag => ({ id, name, color }) as Tag;
