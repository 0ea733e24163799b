import { embeddedForm, searchTextOf } from '../model/contact.ts';
import type { Tag } from '../model/tag.ts';
import { assign } from './assign.ts';
import type { StoredContact } from './contacts.ts';
import { keys } from './keys.ts';
import { newTagPart, taggedPart, untaggedPart } from './tags.ts';
import { type TransactionPart, transact, updateIf } from './write.ts';

/** Stores a new contact; false when its phone number or one of the new tags has just been taken. */
export const putContact = async (workspaceId: string, contact: StoredContact, newTags: Tag[]): Promise<boolean> => {
  const { written } = await transact([
    ...newContactParts(workspaceId, contact),
    ...newTags.map((tag) => newTagPart(workspaceId, tag)),
    ...contact.tags.map((tag) => taggedPart(workspaceId, tag.id, contact.id)),
  ]);
  return written;
};

/** The parts that make a contact. The pointer is what keeps a phone number with one contact, whoever races. */
export const newContactParts = (workspaceId: string, contact: StoredContact): TransactionPart[] => [
  ...(contact.phone === null ? [] : [phonePart(workspaceId, contact.phone, contact.id)]),
  {
    Put: {
      Item: {
        ...keys.contact(workspaceId, contact.id),
        entity: 'contact',
        ...contact,
        search_text: searchTextOf(contact),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
];

/** Stores a change with all that follows from it; false when the contact, or a name of a new tag, has moved on. */
export const updateContact = async (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
  newTags: Tag[],
): Promise<boolean> => {
  const edit = contactEdit(workspaceId, before, after);
  const consequences = [
    ...newTags.map((tag) => newTagPart(workspaceId, tag)),
    ...without(after.tags, before.tags).map((tag) => taggedPart(workspaceId, tag.id, after.id)),
    ...without(before.tags, after.tags).map((tag) => untaggedPart(tag.id, after.id)),
    ...Object.values(after.conversation_ids ?? {}).map((id) => copyPart(workspaceId, id, after)),
  ];
  // A transaction costs twice as much as a write alone.
  const { written } =
    consequences.length === 0 ? await updateIf(edit) : await transact([{ Update: edit }, ...consequences]);
  return written;
};

const contactEdit = (workspaceId: string, { version }: StoredContact, after: StoredContact) => ({
  Key: keys.contact(workspaceId, after.id),
  ConditionExpression: '#version = :seen',
  ...assign(
    {
      name: after.name,
      email: after.email,
      company: after.company,
      tags: after.tags,
      search_text: searchTextOf(after),
      updated_at: after.updated_at,
      version: after.version,
    },
    { ':seen': version },
  ),
});

const phonePart = (workspaceId: string, phone: string, contactId: string): TransactionPart => ({
  Put: {
    Item: { ...keys.phone(workspaceId, phone), contact_id: contactId },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

const copyPart = (workspaceId: string, conversationId: string, contact: StoredContact): TransactionPart => ({
  Update: {
    Key: keys.conversation(workspaceId, conversationId),
    ConditionExpression: 'attribute_exists(pk)',
    ...assign({ contact: embeddedForm(contact) }),
  },
});

const without = (tags: readonly Tag[], others: readonly Tag[]): Tag[] =>
  tags.filter((tag) => others.every((other) => other.id !== tag.id));
