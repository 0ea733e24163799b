import type { Channel } from '../../model/contact.ts';
import { findContact, type StoredContact, toStoredContact } from '../contacts/contacts.ts';
import { findConversation, type StoredConversation, toStoredConversation } from '../conversations/conversations.ts';
import { findEach } from '../dynamodb/read.ts';
import type { Item } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** What an inbound message names. */
export interface InboundNames {
  channel: Channel;
  channelMessageId: string;
  replyToChannelMessageId: string | null;
  sender: SenderNames;
}

/** By what the table may know a person who writes. */
export interface SenderNames {
  /** Every form of the phone number, the best first. */
  phones: readonly string[];
  userId: string | null;
}

/** The contact to whom a name leads, and the conversation on the channel if the pointer knows it. */
export interface Holder {
  contactId: string;
  conversationId: string | undefined;
}

export interface InboundPlace extends SenderPlace {
  /** The message came before. */
  isStored: boolean;
  /** The message that this one answers, if we have it. */
  repliedTo: { conversationId: string; messageId: string } | undefined;
}

export interface SenderPlace {
  byPhone: Holder | undefined;
  byUserId: Holder | undefined;
}

/** All that can be known of an inbound message before its conversation, in one round trip. */
export const findInboundPlace = async (workspaceId: string, names: InboundNames): Promise<InboundPlace> => {
  const { channel, channelMessageId: id, replyToChannelMessageId: repliedId } = names;
  const isReply = repliedId !== null && repliedId !== id;
  const [own, ...found] = await findEach([
    keys.channelMessage(workspaceId, channel, id),
    ...senderKeys(workspaceId, channel, names.sender),
    ...(isReply ? [keys.channelMessage(workspaceId, channel, repliedId)] : []),
  ]);
  const replied = isReply ? found.at(-1) : undefined;
  return {
    isStored: own !== undefined,
    repliedTo: replied && {
      conversationId: String(replied['conversation_id']),
      messageId: String(replied['message_id']),
    },
    ...placeOf(names.sender, found),
  };
};

/** To whom the names of a person lead. */
export const findSenderPlace = async (
  workspaceId: string,
  channel: Channel,
  sender: SenderNames,
): Promise<SenderPlace> => placeOf(sender, await findEach(senderKeys(workspaceId, channel, sender)));

const senderKeys = (workspaceId: string, channel: Channel, { phones, userId }: SenderNames) => [
  ...phones.map((phone) => keys.phone(workspaceId, phone)),
  ...(userId === null ? [] : [keys.channelUser(workspaceId, channel, userId)]),
];

const placeOf = ({ phones, userId }: SenderNames, pointers: readonly (Item | undefined)[]): SenderPlace => ({
  byPhone: holderOf(pointers.slice(0, phones.length).find((pointer) => pointer !== undefined)),
  byUserId: userId === null ? undefined : holderOf(pointers[phones.length]),
});

const holderOf = (pointer: Item | undefined): Holder | undefined =>
  pointer && {
    contactId: String(pointer['contact_id']),
    conversationId: pointer['conversation_id'] === undefined ? undefined : String(pointer['conversation_id']),
  };

/** A contact, and its conversation on the channel where it has one. */
export interface Sender {
  contact: StoredContact;
  conversation: StoredConversation | undefined;
}

/** One round trip when the pointer knows the conversation. A contact that was never written to may have none. */
export const findSender = async (
  workspaceId: string,
  channel: Channel,
  { contactId, conversationId }: Holder,
): Promise<Sender | undefined> => {
  if (conversationId === undefined) return findSenderStepwise(workspaceId, channel, contactId);
  const [contact, conversation] = await findEach([
    keys.contact(workspaceId, contactId),
    keys.conversation(workspaceId, conversationId),
  ]);
  return (
    contact && { contact: toStoredContact(contact), conversation: conversation && toStoredConversation(conversation) }
  );
};

const findSenderStepwise = async (
  workspaceId: string,
  channel: Channel,
  contactId: string,
): Promise<Sender | undefined> => {
  const contact = await findContact(workspaceId, contactId);
  const conversationId = contact?.conversation_ids?.[channel];
  const conversation = conversationId === undefined ? undefined : await findConversation(workspaceId, conversationId);
  return contact && { contact, conversation };
};
