import { toEmbeddedContact } from '../../model/contact.ts';
import { type Conversation, newConversation } from '../../model/conversation.ts';
import type { InboundMessage } from '../../model/inbound.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import type { StoredContact } from '../../table/contacts/contacts.ts';
import { withConversation } from '../../table/conversations/conversations.ts';
import { findInboundPlace, findSender, type InboundPlace } from '../../table/inbound/reads.ts';
import { type Arrival, type Inbound, putInbound } from '../../table/inbound/writes.ts';
import { findMsgappAccount } from '../channels/accounts.ts';
import { contactFrom, namesOf, withNews } from './sender.ts';

/**
 * Stores a message that a customer wrote, once, with its contact and conversation, which it makes where they are
 * missing. Whoever else makes them at the same time, there is one of each.
 */
export const takeMessage = async (workspaceId: string, item: InboundMessage): Promise<boolean> => {
  await untilWon(() => tryMessage(workspaceId, item));
  return true;
};

/** Nothing comes back when somebody else was faster, so that it is worth looking again. */
const tryMessage = async (workspaceId: string, item: InboundMessage): Promise<'done' | undefined> => {
  const place = await findInboundPlace(workspaceId, { ...item, sender: namesOf(item.from) });
  if (place.isStored) return 'done';
  const meeting = await meet(workspaceId, item, place);
  if (!meeting) return undefined;
  const message = await messageOf(workspaceId, item, place, meeting);
  const outcome = await putInbound({
    message,
    arrival: arrivalOf(meeting, message),
    newUser: newUserOf(item, place, meeting),
  });
  return outcome === 'conflict' ? undefined : 'done';
};

/** Who writes where, before the message is there. */
interface Meeting {
  kind: Arrival['kind'];
  contact: StoredContact;
  conversation: Conversation;
}

/** A number goes before a channel's own id, because that is what the workspace knows its customers by. */
const meet = async (
  workspaceId: string,
  { channel, from }: InboundMessage,
  { byPhone, byUserId }: InboundPlace,
): Promise<Meeting | undefined> => {
  const holder = byPhone ?? byUserId;
  if (!holder) {
    const contact = await contactFrom(workspaceId, channel, from);
    return { kind: 'new_contact', contact, conversation: conversationWith(contact, channel) };
  }
  const sender = await findSender(workspaceId, channel, holder);
  const contact = sender && (await withNews(workspaceId, channel, sender.contact, from));
  if (!contact) return undefined;
  if (sender.conversation) return { kind: 'existing_conversation', contact, conversation: sender.conversation };
  return { kind: 'new_conversation', contact, conversation: conversationWith(contact, channel) };
};

const conversationWith = (contact: StoredContact, channel: InboundMessage['channel']): Conversation =>
  newConversation(newId(), channel, toEmbeddedContact(contact), isoTime(clock.now()));

/** The channel's clock says when it was written, but only ours orders the messages of both directions. */
const messageOf = async (
  workspaceId: string,
  item: InboundMessage,
  { repliedTo }: InboundPlace,
  { contact, conversation }: Meeting,
): Promise<Inbound['message'] & { sent_at: string }> => {
  const takenAt = isoTime(clock.now());
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
    media_url: await mediaUrlOf(workspaceId, item),
    template_name: null,
    status: 'delivered',
    reply_to_message_id: repliedTo?.conversationId === conversation.id ? repliedTo.messageId : null,
    interactive_reply_id: item.interactiveReplyId,
    deleted_at: null,
    created_at: takenAt,
    // A clock that is ahead must not keep the 24-hour window open for longer.
    sent_at: item.sentAt < takenAt ? item.sentAt : takenAt,
    ...(item.media.length === 0 ? {} : { media: item.media }),
  };
};

const arrivalOf = ({ kind, contact, conversation: before }: Meeting, message: Received): Arrival => {
  const conversation = afterInbound(before, message);
  if (kind === 'existing_conversation') return { kind, contact, before, conversation };
  return { kind, contact: kind === 'new_contact' ? withConversation(contact, conversation) : contact, conversation };
};

interface Received {
  content_text: string | null;
  created_at: string;
  sent_at: string;
}

/** Messages may be taken in another order than they were written: what a later one has set stays. */
const afterInbound = (before: Conversation, { content_text, created_at, sent_at }: Received): Conversation => ({
  ...before,
  status: before.status === 'closed' ? 'open' : before.status,
  ...(isLater(created_at, before.last_message_at)
    ? { last_message_text: content_text, last_message_at: created_at }
    : {}),
  last_inbound_at: isLater(sent_at, before.last_inbound_at) ? sent_at : before.last_inbound_at,
  unread_count: before.unread_count + 1,
  updated_at: isLater(created_at, before.updated_at) ? created_at : before.updated_at,
});

const isLater = (time: string, known: string | null): boolean => known === null || time >= known;

/** The channel's id of the person leads to the contact from now on, unless it leads somewhere already. */
const newUserOf = (
  { channel, from }: InboundMessage,
  { byUserId }: InboundPlace,
  { contact, conversation }: Meeting,
): Inbound['newUser'] =>
  from.channelUserId === null || byUserId
    ? undefined
    : { channel, userId: from.channelUserId, contactId: contact.id, conversationId: conversation.id };

/**
 * Where the attached file is to be found. The links in msgapp's webhooks are dead after five minutes, but the address
 * of the file's id gives a new one for as long as the channel keeps the file, to whoever has the account's token. Of
 * several files the first is shown, and all are stored.
 */
const mediaUrlOf = async (workspaceId: string, { channel, media }: InboundMessage): Promise<string | null> => {
  const [file] = media;
  if (!file) return null;
  const account = channel === 'msgapp' && file.id !== null ? await findMsgappAccount(workspaceId) : undefined;
  if (!account || file.id === null) return file.url;
  return `${account.base_url.replace(/\/+$/, '')}/${account.api_version}/${encodeURIComponent(file.id)}`;
};
