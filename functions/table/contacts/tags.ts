import * as z from 'zod/mini';
import { type Tag, tagName, toTagKey } from '../../model/contacts/tag.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Matches any spelling of the name; undefined for text that cannot be a tag name. */
export const findTagByName = async (workspaceId: string, name: string): Promise<Tag | undefined> => {
  const parsed = z.safeParse(tagName, name);
  const item = parsed.success ? await findItem(keys.tag(workspaceId, toTagKey(parsed.data))) : undefined;
  return item && toTag(item);
};

export const findTags = async (workspaceId: string, names: readonly string[]): Promise<Tag[]> => {
  const items = await findItems(names.map((name) => keys.tag(workspaceId, toTagKey(name))));
  return items.map(toTag);
};

export const queryTags = async (workspaceId: string, page: PageRequest): Promise<Page<Tag>> => {
  const { items, ...position } = await queryPage(keys.tag(workspaceId, '').pk, page, { order: 'ascending' });
  return { items: items.map(toTag), ...position };
};

/** Returns the stored tag: that of another writer if one was first. */
export const putTag = async (workspaceId: string, tag: Tag): Promise<Tag> => {
  const { item } = await updateIf({
    Key: keys.tag(workspaceId, toTagKey(tag.name)),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ entity: 'tag', ...tag }),
  });
  return item ? toTag(item) : tag;
};

/** The newest come first. It is not scoped to a workspace: check who owns the tag first. */
export const queryTaggedContactIds = async (tagId: string, page: PageRequest): Promise<Page<string>> => {
  const { items, next } = await queryPage(keys.taggedContact(tagId, '').pk, page);
  return { items: items.map((row) => String(row['sk'])), next };
};

export const isTagInUse = async (workspaceId: string, tagId: string): Promise<boolean> => {
  const { items } = await queryPage(keys.taggedContact(tagId, '').pk, { limit: 1, after: undefined });
  return items[0]?.['workspace_id'] === workspaceId;
};

export const newTagPart = (workspaceId: string, tag: Tag): TransactionPart => ({
  Put: {
    Item: { ...keys.tag(workspaceId, toTagKey(tag.name)), entity: 'tag', ...tag },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** The part needs no condition: the contact's version condition in the same transaction guards this row too. */
export const tagContactPart = (workspaceId: string, tagId: string, contactId: string): TransactionPart => ({
  Put: { Item: { ...keys.taggedContact(tagId, contactId), workspace_id: workspaceId } },
});

export const untagContactPart = (tagId: string, contactId: string): TransactionPart => ({
  Delete: { Key: keys.taggedContact(tagId, contactId) },
});

const toTag = ({ id, name, color }: Item): Tag => ({ id, name, color }) as Tag;
