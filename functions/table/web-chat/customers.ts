import { toEmbeddedContact } from '../../model/contacts/contact.ts';
import { type StoredContact, withConversation } from '../../model/contacts/stored-contact.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { channelUserPart, toUserAlias } from '../channels/users.ts';
import { aliasPart, newContactParts, newExternalIdPart } from '../contacts/contact-writes.ts';
import { tagContactPart, untagContactPart } from '../contacts/tags.ts';
import { assign, withChangeBit } from '../dynamodb/expressions.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

const toUser = (visitorId: string, contact: StoredContact) => ({
  channel: 'web' as const,
  userId: visitorId,
  contactId: contact.id,
  conversationId: contact.conversation_ids?.web,
});

/** A customer who is no contact yet, and the visitor that leads to it. False if another writer was first. */
export const putCustomer = async (workspaceId: string, visitorId: string, contact: StoredContact): Promise<boolean> => {
  const user = toUser(visitorId, contact);
  const { written } = await transact([
    ...newContactParts(workspaceId, { ...contact, aliases: new Set([toUserAlias(workspaceId, user)]) }),
    newExternalIdPart(workspaceId, contact.external_id ?? '', contact),
    channelUserPart(workspaceId, user),
  ]);
  return written;
};

/** Lets the visitor lead to this contact. `before` is the contact to which it leads so far. */
export const linkContact = async (
  workspaceId: string,
  visitorId: string,
  before: string | undefined,
  contact: StoredContact,
): Promise<void> => {
  const user = toUser(visitorId, contact);
  await transact([
    before === undefined ? channelUserPart(workspaceId, user) : repointPart(workspaceId, visitorId, before, user),
    aliasPart(workspaceId, contact.id, toUserAlias(workspaceId, user)),
  ]);
};

const repointPart = (
  workspaceId: string,
  visitorId: string,
  before: string,
  { contactId, conversationId }: { contactId: string; conversationId: string | undefined },
): TransactionPart => {
  const { UpdateExpression, ...update } = assign(
    { contact_id: contactId, ...(conversationId !== undefined && { conversation_id: conversationId }) },
    { ':before': before },
  );
  return {
    Update: {
      Key: keys.channelUser(workspaceId, 'web', visitorId),
      ConditionExpression: '#contact_id = :before',
      UpdateExpression: `${UpdateExpression}${conversationId === undefined ? ' REMOVE conversation_id' : ''}`,
      ...update,
    },
  };
};

export interface Merge {
  /** Goes, and `to` stays. */
  from: StoredContact;
  conversation: StoredConversation;
  to: StoredContact;
  /** The web conversation that `to` has already. */
  into: StoredConversation | undefined;
}

/**
 * The conversation of one contact becomes that of the other, and the first one is gone. If the other has a conversation,
 * a job moves the messages there. Does nothing if one of them has changed since.
 */
export const mergeContacts = async (
  workspaceId: string,
  visitorId: string,
  { from, conversation, to, into }: Merge,
): Promise<void> => {
  const alias = toUserAlias(workspaceId, toUser(visitorId, to));
  const conversationId = (into ?? conversation).id;
  const tags = from.tags.filter(({ id }) => to.tags.every((tag) => tag.id !== id));
  const after = { ...(into ? to : withConversation(to, conversation)), tags: [...to.tags, ...tags] };
  await transact([
    repointPart(workspaceId, visitorId, from.id, { contactId: to.id, conversationId }),
    removeContactPart(workspaceId, from),
    joinedContactPart(workspaceId, to, after, alias),
    takenConversationPart(workspaceId, conversation, { from, after, into }),
    ...from.tags.map(({ id }) => untagContactPart(id, from.id)),
    ...tags.map(({ id }) => tagContactPart(workspaceId, id, to.id)),
    ...(tags.length > 0 ? otherConversationParts(workspaceId, to, after) : []),
  ]);
};

/** They have a copy of the tags. */
const otherConversationParts = (
  workspaceId: string,
  { conversation_ids: ids = {} }: StoredContact,
  after: StoredContact,
): TransactionPart[] =>
  Object.values(ids).map((id) => ({
    Update: {
      Key: keys.conversation(workspaceId, id),
      ConditionExpression: 'attribute_exists(pk)',
      ...assign({ contact: toEmbeddedContact(after), noted: newId().slice(-12) }),
    },
  }));

const removeContactPart = (workspaceId: string, { id, version }: StoredContact): TransactionPart => ({
  Delete: {
    Key: keys.contact(workspaceId, id),
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': version },
  },
});

const joinedContactPart = (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
  alias: string,
): TransactionPart => {
  const { channels, tags, conversation_ids, conversation_statuses, last_inbound_at, last_message_at } = after;
  const fields = {
    channels,
    tags,
    ...(conversation_ids && { conversation_ids }),
    ...(conversation_statuses && { conversation_statuses }),
    ...(last_inbound_at && { last_inbound_at }),
    ...(last_message_at && { last_message_at }),
    updated_at: isoTime(clock.now()),
    version: before.version + 1,
  };
  const update = withChangeBit(assign(fields, { ':expected': before.version, ':aliases': new Set([alias]) }));
  return {
    Update: {
      Key: keys.contact(workspaceId, before.id),
      ConditionExpression: '#version = :expected',
      ...update,
      UpdateExpression: `${update.UpdateExpression} ADD aliases :aliases`,
    },
  };
};

/** The stream's filter sees the flipped bit: the job that moves the messages follows from this change. */
const takenConversationPart = (
  workspaceId: string,
  { id }: StoredConversation,
  { from, after, into }: { from: StoredContact; after: StoredContact; into: StoredConversation | undefined },
): TransactionPart => ({
  Update: {
    Key: keys.conversation(workspaceId, id),
    ConditionExpression: 'contact_id = :from AND attribute_not_exists(moved_to)',
    ...withChangeBit(
      assign(
        {
          contact_id: after.id,
          contact: toEmbeddedContact(after),
          noted: newId().slice(-12),
          ...(into && { moved_to: into.id }),
        },
        { ':from': from.id },
      ),
    ),
  },
});
