import { isNewestMessage, type StoredConversation } from '../../model/conversation.ts';
import type { InboundMessage } from '../../model/inbound.ts';
import type { InboundLookup, InboundTarget } from '../../model/inbound-target.ts';
import { laterTime, type StoredContact, withConversation } from '../../model/stored-contact.ts';
import { isoTime } from '../../platform/clock.ts';
import { idTimeMs, newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findSender, lookUpInbound } from '../../table/inbound/reads.ts';
import { type NewInboundMessage, putInboundMessage } from '../../table/inbound/writes.ts';
import { findMsgappConnection } from '../channels/accounts.ts';
import { channelUrl } from '../channels/channel-url.ts';
import { newConversation } from '../conversations/new-conversation.ts';
import { dropInbound } from './queue.ts';
import { fillMissingFields, newContactFromSender, toSenderIds } from './sender.ts';

/** Stores the message once, and creates its contact and conversation once, even when several workers race. */
export const storeMessage = async (
  workspaceId: string,
  item: InboundMessage,
  receivedAt?: string,
): Promise<boolean> => {
  await retryOnConflict(() => tryStoreMessage(workspaceId, item, receivedAt));
  return true;
};

const tryStoreMessage = async (
  workspaceId: string,
  item: InboundMessage,
  receivedAt: string | undefined,
): Promise<'done' | 'conflict'> => {
  const lookup = await lookUpInbound(workspaceId, { ...item, sender: toSenderIds(item.from) });
  if (lookup.isStored) return 'done';
  if (isFromBeforeErasure(lookup, receivedAt)) {
    dropInbound('the contact was erased after the message was received');
    return 'done';
  }
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

/** Otherwise a job that was queued when its sender was erased would create the contact again. */
const isFromBeforeErasure = ({ erasedAt }: InboundLookup, receivedAt: string | undefined): boolean =>
  erasedAt !== undefined && receivedAt !== undefined && receivedAt <= erasedAt;

interface SenderConversation {
  kind: InboundTarget['kind'];
  contact: StoredContact;
  conversation: StoredConversation;
}

/** The phone number outranks the channel's user id: workspaces know their customers by number. */
const resolveSender = async (
  workspaceId: string,
  { channel, from }: InboundMessage,
  { byPhone, byUserId }: InboundLookup,
): Promise<SenderConversation | undefined> => {
  const pointer = byPhone ?? byUserId;
  if (!pointer) {
    const contact = await newContactFromSender(workspaceId, channel, from);
    return { kind: 'new_contact', contact, conversation: newConversation(contact, channel) };
  }
  const sender = await findSender(workspaceId, channel, pointer);
  const contact = sender && (await fillMissingFields(workspaceId, channel, sender.contact, from));
  if (!contact) return undefined;
  if (sender.conversation) return { kind: 'existing_conversation', contact, conversation: sender.conversation };
  return { kind: 'new_conversation', contact, conversation: newConversation(contact, channel) };
};

/** `created_at` is our clock, which orders both directions; `sent_at` is the channel's. */
const buildMessage = async (
  workspaceId: string,
  item: InboundMessage,
  { repliedTo }: InboundLookup,
  { contact, conversation }: SenderConversation,
): Promise<NewInboundMessage['message'] & { sent_at: string }> => {
  const id = newId();
  const receivedAt = isoTime(idTimeMs(id));
  return {
    id,
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
    // A channel clock that is ahead must not extend the 24-hour reply window.
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
  id: string;
  content_text: string | null;
  created_at: string;
  sent_at: string;
}

/** Messages may be stored out of order: a later one keeps what it has set. */
const withInboundMessage = (
  conversation: StoredConversation,
  { id, content_text, created_at, sent_at }: ReceivedMessage,
): StoredConversation => {
  const lastMessage = isNewestMessage(conversation, { id, created_at })
    ? { last_message_text: content_text, last_message_at: created_at, last_message_id: id }
    : {};
  return {
    ...conversation,
    status: 'open',
    ...lastMessage,
    last_inbound_at: laterTime(sent_at, conversation.last_inbound_at),
    unread_count: conversation.unread_count + 1,
    updated_at: laterTime(created_at, conversation.updated_at),
  };
};

const newChannelUser = (
  { channel, from }: InboundMessage,
  { byUserId }: InboundLookup,
  { contact, conversation }: SenderConversation,
): NewInboundMessage['newChannelUser'] =>
  from.channelUserId === null || byUserId
    ? undefined
    : { channel, userId: from.channelUserId, contactId: contact.id, conversationId: conversation.id };

/**
 * The API returns the first file; all are stored. Links in msgapp webhooks expire after five minutes, so the URL is that
 * of the media id, which returns a fresh link to callers with the account's token.
 */
const resolveMediaUrl = async (workspaceId: string, { channel, media }: InboundMessage): Promise<string | null> => {
  const [file] = media;
  if (!file) return null;
  const account = channel === 'msgapp' && file.id !== null ? await findMsgappConnection(workspaceId) : undefined;
  if (!account || file.id === null) return file.url;
  return channelUrl(account.base_url, account.api_version, encodeURIComponent(file.id));
};
