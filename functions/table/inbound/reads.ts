import type { Channel } from '../../model/contact.ts';
import { findContact, type StoredContact, toStoredContact } from '../contacts/contacts.ts';
import { findConversation, type StoredConversation, toStoredConversation } from '../conversations/conversations.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItemsInOrder } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';

/** What an inbound message names. */
export interface InboundIds {
  channel: Channel;
  channelMessageId: string;
  replyToChannelMessageId: string | null;
  sender: SenderIds;
}

/** By what the table may know a person who writes. */
export interface SenderIds {
  /** Every form of the phone number, the best first. */
  phones: readonly string[];
  userId: string | null;
}

/** The contact to whom a name leads, and the conversation on the channel if the pointer knows it. */
export interface ContactPointer {
  contactId: string;
  conversationId: string | undefined;
}

export interface InboundLookup extends SenderLookup {
  /** The message came before. */
  isStored: boolean;
  /** The message that this one answers, if we have it. */
  repliedTo: { conversationId: string; messageId: string } | undefined;
}

export interface SenderLookup {
  byPhone: ContactPointer | undefined;
  byUserId: ContactPointer | undefined;
}

/** All that can be known of an inbound message before its conversation, in one round trip. */
export const lookUpInbound = async (workspaceId: string, ids: InboundIds): Promise<InboundLookup> => {
  const { channel, channelMessageId: id, replyToChannelMessageId: repliedToId } = ids;
  const isReply = repliedToId !== null && repliedToId !== id;
  const [messageItem, ...otherItems] = await findItemsInOrder([
    keys.channelMessage(workspaceId, channel, id),
    ...senderKeys(workspaceId, channel, ids.sender),
    ...(isReply ? [keys.channelMessage(workspaceId, channel, repliedToId)] : []),
  ]);
  const repliedToItem = isReply ? otherItems.at(-1) : undefined;
  return {
    isStored: messageItem !== undefined,
    repliedTo: repliedToItem && {
      conversationId: String(repliedToItem['conversation_id']),
      messageId: String(repliedToItem['message_id']),
    },
    ...toSenderLookup(ids.sender, otherItems),
  };
};

/** To whom the names of a person lead. */
export const lookUpSender = async (workspaceId: string, channel: Channel, sender: SenderIds): Promise<SenderLookup> =>
  toSenderLookup(sender, await findItemsInOrder(senderKeys(workspaceId, channel, sender)));

const senderKeys = (workspaceId: string, channel: Channel, { phones, userId }: SenderIds) => [
  ...phones.map((phone) => keys.phone(workspaceId, phone)),
  ...(userId === null ? [] : [keys.channelUser(workspaceId, channel, userId)]),
];

const toSenderLookup = ({ phones, userId }: SenderIds, items: readonly (Item | undefined)[]): SenderLookup => ({
  byPhone: toContactPointer(items.slice(0, phones.length).find((item) => item !== undefined)),
  byUserId: userId === null ? undefined : toContactPointer(items[phones.length]),
});

const toContactPointer = (item: Item | undefined): ContactPointer | undefined =>
  item && {
    contactId: String(item['contact_id']),
    conversationId: item['conversation_id'] === undefined ? undefined : String(item['conversation_id']),
  };

/** A contact, and its conversation on the channel where it has one. */
export interface StoredSender {
  contact: StoredContact;
  conversation: StoredConversation | undefined;
}

/** One round trip when the pointer knows the conversation. A contact that was never written to may have none. */
export const findSender = async (
  workspaceId: string,
  channel: Channel,
  { contactId, conversationId }: ContactPointer,
): Promise<StoredSender | undefined> => {
  if (conversationId === undefined) return findSenderByContact(workspaceId, channel, contactId);
  const [contact, conversation] = await findItemsInOrder([
    keys.contact(workspaceId, contactId),
    keys.conversation(workspaceId, conversationId),
  ]);
  return (
    contact && { contact: toStoredContact(contact), conversation: conversation && toStoredConversation(conversation) }
  );
};

const findSenderByContact = async (
  workspaceId: string,
  channel: Channel,
  contactId: string,
): Promise<StoredSender | undefined> => {
  const contact = await findContact(workspaceId, contactId);
  const conversationId = contact?.conversation_ids?.[channel];
  const conversation = conversationId === undefined ? undefined : await findConversation(workspaceId, conversationId);
  return contact && { contact, conversation };
};
