import { toEmbeddedContact } from '../../model/contact.ts';
import { type Conversation, newConversation } from '../../model/conversation.ts';
import type { InboundMessage } from '../../model/inbound.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { StoredContact } from '../../table/contacts/contacts.ts';
import { withConversation } from '../../table/conversations/conversations.ts';
import { findSender, type InboundLookup, lookUpInbound } from '../../table/inbound/reads.ts';
import { type InboundTarget, type NewInboundMessage, putInboundMessage } from '../../table/inbound/writes.ts';
import { findMsgappConnection } from '../channels/accounts.ts';
import { fillMissingFields, newContactFromSender, toSenderIds } from './sender.ts';

/**
 * Stores a message that a customer wrote, once, with its contact and conversation, which it makes where they are
 * missing. Whoever else makes them at the same time, there is one of each.
 */
export const storeMessage = async (workspaceId: string, item: InboundMessage): Promise<boolean> => {
  await retryOnConflict(() => tryStoreMessage(workspaceId, item));
  return true;
};

const tryStoreMessage = async (workspaceId: string, item: InboundMessage): Promise<'done' | 'conflict'> => {
  const lookup = await lookUpInbound(workspaceId, { ...item, sender: toSenderIds(item.from) });
  if (lookup.isStored) return 'done';
  const senderConversation = await resolveSender(workspaceId, item, lookup);
  if (!senderConversation) return 'conflict';
  const message = await buildMessage(workspaceId, item, lookup, senderConversation);
  const outcome = await putInboundMessage({
    message,
    target: buildTarget(senderConversation, message),
    newChannelUser: newChannelUser(item, lookup, senderConversation),
  });
  return outcome === 'conflict' ? 'conflict' : 'done';
};

/** Who writes where, before the message is there. */
interface SenderConversation {
  kind: InboundTarget['kind'];
  contact: StoredContact;
  conversation: Conversation;
}

/** A number goes before a channel's own id, because that is what the workspace knows its customers by. */
const resolveSender = async (
  workspaceId: string,
  { channel, from }: InboundMessage,
  { byPhone, byUserId }: InboundLookup,
): Promise<SenderConversation | undefined> => {
  const pointer = byPhone ?? byUserId;
  if (!pointer) {
    const contact = await newContactFromSender(workspaceId, channel, from);
    return { kind: 'new_contact', contact, conversation: newConversationWith(contact, channel) };
  }
  const sender = await findSender(workspaceId, channel, pointer);
  const contact = sender && (await fillMissingFields(workspaceId, channel, sender.contact, from));
  if (!contact) return undefined;
  if (sender.conversation) return { kind: 'existing_conversation', contact, conversation: sender.conversation };
  return { kind: 'new_conversation', contact, conversation: newConversationWith(contact, channel) };
};

const newConversationWith = (contact: StoredContact, channel: InboundMessage['channel']): Conversation =>
  newConversation(newId(), channel, toEmbeddedContact(contact), isoTime(clock.now()));

/** The channel's clock says when it was written, but only ours orders the messages of both directions. */
const buildMessage = async (
  workspaceId: string,
  item: InboundMessage,
  { repliedTo }: InboundLookup,
  { contact, conversation }: SenderConversation,
): Promise<NewInboundMessage['message'] & { sent_at: string }> => {
  const receivedAt = isoTime(clock.now());
  return {
    id: newId(),
    workspace_id: workspaceId,
    contact_id: contact.id,
    conversation_id: conversation.id,
    channel: item.channel,
    channel_message_id: item.channelMessageId,
    direction: 'inbound',
    sender_type: 'customer',
    content_type: item.contentType,
    content_text: item.text,
    media_url: await resolveMediaUrl(workspaceId, item),
    template_name: null,
    status: 'delivered',
    reply_to_message_id: repliedTo?.conversationId === conversation.id ? repliedTo.messageId : null,
    interactive_reply_id: item.interactiveReplyId,
    deleted_at: null,
    created_at: receivedAt,
    // A clock that is ahead must not keep the 24-hour window open for longer.
    sent_at: item.sentAt < receivedAt ? item.sentAt : receivedAt,
    ...(item.media.length === 0 ? {} : { media: item.media }),
  };
};

const buildTarget = (
  { kind, contact, conversation: before }: SenderConversation,
  message: ReceivedMessage,
): InboundTarget => {
  const conversation = withInboundMessage(before, message);
  if (kind === 'existing_conversation') return { kind, contact, before, conversation };
  return { kind, contact: kind === 'new_contact' ? withConversation(contact, conversation) : contact, conversation };
};

interface ReceivedMessage {
  content_text: string | null;
  created_at: string;
  sent_at: string;
}

/** Messages may be taken in another order than they were written: what a later one has set stays. */
const withInboundMessage = (
  conversation: Conversation,
  { content_text, created_at, sent_at }: ReceivedMessage,
): Conversation => ({
  ...conversation,
  status: conversation.status === 'closed' ? 'open' : conversation.status,
  ...(isLater(created_at, conversation.last_message_at)
    ? { last_message_text: content_text, last_message_at: created_at }
    : {}),
  last_inbound_at: isLater(sent_at, conversation.last_inbound_at) ? sent_at : conversation.last_inbound_at,
  unread_count: conversation.unread_count + 1,
  updated_at: isLater(created_at, conversation.updated_at) ? created_at : conversation.updated_at,
});

const isLater = (time: string, current: string | null): boolean => current === null || time >= current;

/** The channel's id of the person leads to the contact from now on, unless it leads somewhere already. */
const newChannelUser = (
  { channel, from }: InboundMessage,
  { byUserId }: InboundLookup,
  { contact, conversation }: SenderConversation,
): NewInboundMessage['newChannelUser'] =>
  from.channelUserId === null || byUserId
    ? undefined
    : { channel, userId: from.channelUserId, contactId: contact.id, conversationId: conversation.id };

/**
 * Where the attached file is to be found. The links in msgapp's webhooks are dead after five minutes, but the address
 * of the file's id gives a new one for as long as the channel keeps the file, to whoever has the account's token. Of
 * several files the first is shown, and all are stored.
 */
const resolveMediaUrl = async (workspaceId: string, { channel, media }: InboundMessage): Promise<string | null> => {
  const [file] = media;
  if (!file) return null;
  const account = channel === 'msgapp' && file.id !== null ? await findMsgappConnection(workspaceId) : undefined;
  if (!account || file.id === null) return file.url;
  return `${account.base_url.replace(/\/+$/, '')}/${account.api_version}/${encodeURIComponent(file.id)}`;
};
