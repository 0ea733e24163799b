import type { ConversationStatus } from '../../model/contact.ts';
import { buildSearchText, type Channel } from '../../model/contact.ts';
import type { Conversation } from '../../model/conversation.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { conversationStatusIndex } from '../../model/table-index.ts';
import type { StoredContact } from '../contacts/contacts.ts';
import type { CounterShard } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A conversation as it lies in the table. */
export interface StoredConversation extends Conversation {
  /** Where the customer's next message counts as a reply: the last broadcast that was sent into the conversation. */
  awaiting_reply?: CounterShard;
}

export const findConversation = async (
  workspaceId: string,
  conversationId: string,
): Promise<StoredConversation | undefined> => {
  const item = await findItem(keys.conversation(workspaceId, conversationId));
  return item && toStoredConversation(item);
};

/** The workspace's conversations among these distinct ids, in no order. */
export const findConversations = async (
  workspaceId: string,
  conversationIds: readonly string[],
): Promise<StoredConversation[]> => {
  const items = await findItems(conversationIds.map((id) => keys.conversation(workspaceId, id)));
  return items.map(toStoredConversation);
};

/** A page of the workspace's conversations, of one channel or all, newest first. */
export const queryConversations = async (
  workspaceId: string,
  channel: Channel | undefined,
  page: PageRequest,
): Promise<Page<StoredConversation>> => {
  const filter = channel && { expression: 'channel = :channel', values: { ':channel': channel } };
  const { items, next } = await queryPage(keys.conversation(workspaceId, '').pk, page, filter);
  return { items: items.map(toStoredConversation), next };
};

/** A page of the ids of the conversations that have this status, or had it a moment ago, newest first. */
export const queryConversationIds = async (
  workspaceId: string,
  status: ConversationStatus,
  page: PageRequest,
): Promise<Page<string>> => {
  const partition = { index: conversationStatusIndex, pk: toStatusKey(workspaceId, status) };
  const { items, next } = await queryPage(partition, page);
  return { items: items.map((row) => String(row['sk'])), next };
};

/** Stores a new conversation. A contact that is new as well names it among its own, by `withConversation`. */
export const newConversationPart = (workspaceId: string, conversation: StoredConversation): TransactionPart => ({
  Put: {
    Item: {
      ...keys.conversation(workspaceId, conversation.id),
      entity: 'conversation',
      ...conversation,
      status_key: toStatusKey(workspaceId, conversation.status),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** What the index of statuses is read by; whoever changes the status of a conversation sets this too. */
export const toStatusKey = (workspaceId: string, status: ConversationStatus): string =>
  `${keys.conversation(workspaceId, '').pk}#${status}`;

/** The contact once the conversation is one of its own. */
export const withConversation = (contact: StoredContact, conversation: StoredConversation): StoredContact => {
  const { channel, id, status, last_inbound_at, last_message_at } = conversation;
  const isNewChannel = !contact.channels.includes(channel);
  return {
    ...contact,
    channels: isNewChannel ? [...contact.channels, channel] : contact.channels,
    updated_at: isNewChannel ? conversation.created_at : contact.updated_at,
    conversation_ids: { ...contact.conversation_ids, [channel]: id },
    conversation_statuses: { ...contact.conversation_statuses, [channel]: status },
    ...latest('last_inbound_at', contact, last_inbound_at),
    ...latest('last_message_at', contact, last_message_at),
  };
};

/**
 * The parts that give an existing contact its conversation on a channel where it has none yet. The contact is as it was
 * read, or has a new name besides: they hold only while nobody else has changed it, for the conversation carries a copy.
 */
export const newConversationParts = (
  workspaceId: string,
  contact: StoredContact,
  conversation: StoredConversation,
): TransactionPart[] => [
  newConversationPart(workspaceId, conversation),
  contactConversationPart(workspaceId, contact, conversation),
  ...(conversation.channel === 'msgapp' && contact.phone !== null
    ? [phoneConversationPart(workspaceId, contact.phone, conversation.id)]
    : []),
];

const contactConversationPart = (
  workspaceId: string,
  contact: StoredContact,
  conversation: StoredConversation,
): TransactionPart => {
  const after = withConversation(contact, conversation);
  const { name, channels, updated_at, conversation_ids, last_inbound_at, last_message_at } = after;
  const activity = { ...(last_inbound_at && { last_inbound_at }), ...(last_message_at && { last_message_at }) };
  const fields = { name, search_text: buildSearchText(after), channels, updated_at, conversation_ids, ...activity };
  const update = assign({ ...fields, version: contact.version + 1 }, { ':expected': contact.version });
  const status = statusUpdate(contact, conversation);
  return {
    Update: {
      Key: keys.contact(workspaceId, contact.id),
      ConditionExpression: '#version = :expected',
      UpdateExpression: `${update.UpdateExpression}, ${status.expression}`,
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...status.names },
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':status': status.value },
    },
  };
};

/** The statuses on other channels move on without a new version of the contact, so that only this one is set. */
const statusUpdate = (
  contact: StoredContact,
  { channel, status }: StoredConversation,
): { expression: string; names: Record<string, string>; value: unknown } =>
  contact.conversation_statuses
    ? { expression: 'conversation_statuses.#channel = :status', names: { '#channel': channel }, value: status }
    : { expression: 'conversation_statuses = :status', names: {}, value: { [channel]: status } };

const phoneConversationPart = (workspaceId: string, phone: string, conversationId: string): TransactionPart => ({
  Update: {
    Key: keys.phone(workspaceId, phone),
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(conversation_id)',
    ...assign({ conversation_id: conversationId }),
  },
});

/** Times of one form compare as text; a later one stays. */
const latest = <Name extends 'last_inbound_at' | 'last_message_at'>(
  name: Name,
  contact: StoredContact,
  time: string | null,
): Pick<StoredContact, Name> | object => {
  const current = contact[name];
  return time === null || (current !== undefined && current > time) ? {} : { [name]: time };
};

export const toStoredConversation = ({ pk, sk, entity, status_key, ...fields }: Item): StoredConversation =>
  fields as unknown as StoredConversation;
