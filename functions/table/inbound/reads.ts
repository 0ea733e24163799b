import type { Channel } from '../../model/channels/channel.ts';
import type { ContactPointer } from '../../model/contacts/stored-contact.ts';
import type { InboundIds, InboundLookup, SenderIds, SenderLookup, StoredSender } from '../../model/inbound/target.ts';
import { findContact, readErasedAt, toContactPointer, toStoredContact } from '../contacts/contacts.ts';
import { findConversation, toStoredConversation } from '../conversations/conversations.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItemsInOrder } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';
import { toStoredWorkspace } from '../workspaces/workspaces.ts';

export const lookUpInbound = async (workspaceId: string, ids: InboundIds): Promise<InboundLookup> => {
  const { channel, channelMessageId: id, replyToChannelMessageId: repliedToId } = ids;
  const isReply = repliedToId !== null && repliedToId !== id;
  const sender = senderKeys(workspaceId, channel, ids.sender);
  const [messageItem, ...otherItems] = await findItemsInOrder([
    keys.channelMessage(workspaceId, channel, id),
    ...sender,
    ...(isReply ? [keys.channelMessage(workspaceId, channel, repliedToId)] : []),
    ...(ids.mayBeKeyword ? [keys.workspace(workspaceId)] : []),
  ]);
  const repliedToItem = isReply ? otherItems[sender.length] : undefined;
  const workspaceItem = ids.mayBeKeyword ? otherItems.at(-1) : undefined;
  return {
    isStored: messageItem !== undefined,
    repliedTo: repliedToItem && {
      conversationId: String(repliedToItem['conversation_id']),
      messageId: String(repliedToItem['message_id']),
    },
    keywords: workspaceItem && toStoredWorkspace(workspaceItem),
    ...toSenderLookup(ids.sender, otherItems),
  };
};

export const lookUpSender = async (workspaceId: string, channel: Channel, sender: SenderIds): Promise<SenderLookup> =>
  toSenderLookup(sender, await findItemsInOrder(senderKeys(workspaceId, channel, sender)));

const senderKeys = (workspaceId: string, channel: Channel, { phones, userId }: SenderIds) => [
  ...phones.map((phone) => keys.phone(workspaceId, phone)),
  ...(userId === null ? [] : [keys.channelUser(workspaceId, channel, userId)]),
];

const toSenderLookup = ({ phones, userId }: SenderIds, items: readonly (Item | undefined)[]): SenderLookup => {
  const phoneItems = items.slice(0, phones.length);
  const userItem = userId === null ? undefined : items[phones.length];
  const [byPhone] = phoneItems.flatMap((item) => toContactPointer(item) ?? []);
  const erasedAt = [...phoneItems, userItem]
    .flatMap((item) => readErasedAt(item) ?? [])
    .sort()
    .at(-1);
  return { byPhone, byUserId: toContactPointer(userItem), erasedAt };
};

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
