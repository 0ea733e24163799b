import { isDeepStrictEqual } from 'node:util';
import { toEmbeddedContact } from '../../model/contacts/contact.ts';
import type { ContactPointer, StoredContact } from '../../model/contacts/stored-contact.ts';
import type { Tag } from '../../model/contacts/tag.ts';
import { newId } from '../../platform/ids.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { assign, assignForwardOnly, withChangeBit } from '../dynamodb/expressions.ts';
import type { ItemKey } from '../dynamodb/item.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { toAlias } from './aliases.ts';
import { toContactPointer } from './contacts.ts';
import { newTagPart, tagContactPart, untagContactPart } from './tags.ts';

export const putContact = async (workspaceId: string, contact: StoredContact, newTags: Tag[]): Promise<boolean> => {
  const { written } = await transact([
    ...newTaggedContactParts(workspaceId, contact),
    ...newTags.map((tag) => newTagPart(workspaceId, tag)),
  ]);
  return written;
};

/** Writes all contacts or none. Their tags must exist. */
export const putContacts = async (workspaceId: string, contacts: readonly StoredContact[]): Promise<boolean> => {
  const { written } = await transact(contacts.flatMap((contact) => newTaggedContactParts(workspaceId, contact)));
  return written;
};

/** Contact, its pointers and a row for each tag. */
export const countNewContactParts = (tags: readonly Tag[], externalId: unknown): number =>
  (externalId ? 3 : 2) + tags.length;

const newTaggedContactParts = (workspaceId: string, contact: StoredContact): TransactionPart[] => [
  ...newContactParts(workspaceId, contact),
  ...(contact.external_id === undefined ? [] : [newExternalIdPart(workspaceId, contact.external_id, contact)]),
  ...contact.tags.map((tag) => tagContactPart(workspaceId, tag.id, contact.id)),
];

/** The phone item's condition keeps a number with one contact when writers race, as that of an external id does. */
export const newContactParts = (workspaceId: string, contact: StoredContact): TransactionPart[] => [
  ...(contact.phone === null ? [] : [newPhonePart(workspaceId, contact.phone, contact)]),
  {
    Put: {
      Item: {
        ...keys.contact(workspaceId, contact.id),
        entity: 'contact',
        ...requestIdField(),
        ...contact,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
];

export const updateContactItem = (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
  newTags: Tag[],
): Promise<boolean> =>
  updateWith(contactUpdate(workspaceId, before, after), [
    ...newTags.map((tag) => newTagPart(workspaceId, tag)),
    ...tagsWithout(after.tags, before.tags).map((tag) => tagContactPart(workspaceId, tag.id, after.id)),
    ...tagsWithout(before.tags, after.tags).map((tag) => untagContactPart(tag.id, after.id)),
    ...movedExternalIdParts(workspaceId, before, after),
    ...embeddedContactParts(workspaceId, before, after),
  ]);

export const contactUpdateParts = (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
): TransactionPart[] => [
  { Update: contactUpdate(workspaceId, before, after) },
  ...embeddedContactParts(workspaceId, before, after),
];

const contactUpdate = (workspaceId: string, before: StoredContact, after: StoredContact) => {
  const removed = (['external_id', 'attributes'] as const).filter((name) => before[name] && !after[name]);
  const { UpdateExpression, ExpressionAttributeNames, ...update } = withChangeBit(
    assign(
      {
        phone: after.phone,
        social_username: after.social_username,
        avatar_url: after.avatar_url,
        name: after.name,
        email: after.email,
        company: after.company,
        tags: after.tags,
        opted_out_at: after.opted_out_at,
        ...(after.consent_at && { consent_at: after.consent_at }),
        ...(after.consent_log && { consent_log: after.consent_log }),
        ...(after.external_id !== undefined && { external_id: after.external_id }),
        ...(after.attributes && { attributes: after.attributes }),
        updated_at: after.updated_at,
        version: after.version,
      },
      { ':expected': before.version },
    ),
  );
  return {
    Key: keys.contact(workspaceId, after.id),
    ConditionExpression: '#version = :expected',
    UpdateExpression:
      removed.length === 0
        ? UpdateExpression
        : `${UpdateExpression} REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
    ExpressionAttributeNames: {
      ...ExpressionAttributeNames,
      ...Object.fromEntries(removed.map((name) => [`#${name}`, name])),
    },
    ...update,
  };
};

export const notOptedOutPart = (workspaceId: string, contactId: string): TransactionPart => ({
  ConditionCheck: {
    Key: keys.contact(workspaceId, contactId),
    ConditionExpression: 'NOT attribute_type(opted_out_at, :string)',
    ExpressionAttributeValues: { ':string': 'S' },
  },
});

/** Holds the conversation id too, so a send need not read the contact. */
const newPhonePart = (
  workspaceId: string,
  phone: string,
  { id, conversation_ids }: StoredContact,
): TransactionPart => ({
  Update: newPointer(keys.phone(workspaceId, phone), { contactId: id, conversationId: conversation_ids?.msgapp }),
});

/** The pointer of an erased contact keeps its time, for work from before, but no longer expires. */
export const newPointer = (key: ItemKey, { contactId, conversationId }: ContactPointer) => {
  const { UpdateExpression, ...update } = assign({
    contact_id: contactId,
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
  });
  return {
    Key: key,
    ConditionExpression: 'attribute_not_exists(#contact_id)',
    UpdateExpression: `${UpdateExpression} REMOVE expires`,
    ...update,
  };
};

export const aliasPart = (workspaceId: string, contactId: string, alias: string): TransactionPart => ({
  Update: {
    Key: keys.contact(workspaceId, contactId),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'ADD aliases :aliases',
    ExpressionAttributeValues: { ':aliases': new Set([alias]) },
  },
});

/**
 * Points another form of the contact's number at the contact, unless that number has its own contact or the contact was
 * erased. Nearly always it does already, and a read costs less than a failed write.
 */
export const putPhoneAlias = async (
  workspaceId: string,
  phone: string,
  { contact_id: contactId, conversation_id: conversationId }: { contact_id: string; conversation_id: string },
): Promise<void> => {
  const key = keys.phone(workspaceId, phone);
  if (toContactPointer(await findItem(key, 'eventual'))) return;
  await transact([
    { Update: newPointer(key, { contactId, conversationId }) },
    aliasPart(workspaceId, contactId, toAlias(key)),
  ]);
};

/** Segments filter by this time. A newer message may have moved it further already. */
export const updateContactActivity = async ({
  workspace_id,
  contact_id,
  created_at,
}: {
  workspace_id: string;
  contact_id: string;
  created_at: string;
}): Promise<void> => {
  await updateIf({
    Key: keys.contact(workspace_id, contact_id),
    ...assignForwardOnly({}, { last_message_at: created_at }),
  });
};

const embeddedContactParts = (workspaceId: string, before: StoredContact, after: StoredContact): TransactionPart[] => {
  const contact = toEmbeddedContact(after);
  const isShownAnew = !isDeepStrictEqual(contact, toEmbeddedContact(before));
  return Object.values(after.conversation_ids ?? {}).map((conversationId) => ({
    Update: {
      Key: keys.conversation(workspaceId, conversationId),
      ConditionExpression: 'attribute_exists(pk)',
      ...assign({ contact, ...(isShownAnew && { noted: newId().slice(-12) }) }),
    },
  }));
};

const tagsWithout = (tags: readonly Tag[], excluded: readonly Tag[]): Tag[] =>
  tags.filter((tag) => excluded.every((excludedTag) => excludedTag.id !== tag.id));

export const updateContactFromChannel = async (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
  releasedPhones: readonly string[],
): Promise<boolean> => {
  const { written } = await transact([
    { Update: withFormerPhones(contactUpdate(workspaceId, before, after), releasedPhones) },
    ...embeddedContactParts(workspaceId, before, after),
    ...(after.phone === null || after.phone === before.phone ? [] : [newPhonePart(workspaceId, after.phone, after)]),
    ...releasedPhones.map((phone) => removePhonePart(workspaceId, phone, before)),
  ]);
  return written;
};

const withFormerPhones = (update: ReturnType<typeof contactUpdate>, phones: readonly string[]) =>
  phones.length === 0
    ? update
    : {
        ...update,
        UpdateExpression: `${update.UpdateExpression} ADD former_phones :former_phones`,
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':former_phones': new Set(phones) },
      };

const removePhonePart = (workspaceId: string, phone: string, { id }: StoredContact): TransactionPart => ({
  Delete: {
    Key: keys.phone(workspaceId, phone),
    ConditionExpression: 'attribute_not_exists(contact_id) OR contact_id = :id',
    ExpressionAttributeValues: { ':id': id },
  },
});

export const newExternalIdPart = (workspaceId: string, externalId: string, { id }: StoredContact): TransactionPart => ({
  Put: {
    Item: { ...keys.externalId(workspaceId, externalId), contact_id: id },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** The contact's version guards it: it changes with the external id. */
export const removeExternalIdParts = (workspaceId: string, { external_id }: StoredContact): TransactionPart[] =>
  external_id === undefined ? [] : [{ Delete: { Key: keys.externalId(workspaceId, external_id) } }];

const movedExternalIdParts = (workspaceId: string, before: StoredContact, after: StoredContact): TransactionPart[] =>
  before.external_id === after.external_id
    ? []
    : [
        ...removeExternalIdParts(workspaceId, before),
        ...(after.external_id === undefined ? [] : [newExternalIdPart(workspaceId, after.external_id, after)]),
      ];
