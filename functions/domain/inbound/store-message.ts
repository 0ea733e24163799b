import { laterTime, type StoredContact, withConversation } from '../../model/contacts/stored-contact.ts';
import {
  endSnooze,
  isNewestMessage,
  isSnoozed,
  type StoredConversation,
} from '../../model/conversations/conversation.ts';
import type { ChangeEntry } from '../../model/conversations/timeline.ts';
import type { InboundMedia, InboundMessage } from '../../model/inbound/inbound.ts';
import type { InboundLookup, InboundTarget } from '../../model/inbound/target.ts';
import { toMediaPath } from '../../model/media/media.ts';
import { toLastMessage } from '../../model/messages/last-message.ts';
import type { ContentType } from '../../model/messages/message.ts';
import { withArrival } from '../../model/reports/fact.ts';
import { isoTime } from '../../platform/clock.ts';
import { idTimeMs, newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findSender, lookUpInbound } from '../../table/inbound/reads.ts';
import { type NewInboundMessage, putInboundMessage } from '../../table/inbound/writes.ts';
import { customer, newChange, toStatusChange } from '../conversations/entries.ts';
import { newConversation } from '../conversations/new-conversation.ts';
import { needsAwayMessage } from '../routing/away-rule.ts';
import { dropInbound } from './queue.ts';
import { fillMissingFields, newContactFromSender, toSenderIds } from './sender.ts';
import { applyChoice, findWrittenChoice, isKeywordCandidate, listChoice, withChoice } from './written-choice.ts';

interface Arrival {
  receivedAt?: string | undefined;
  /** The account is one of those whose messages get an away message. */
  answersAway?: boolean;
}

/** Stores the message once, and creates its contact and conversation once, even when several workers race. */
export const storeMessage = async (workspaceId: string, item: InboundMessage, arrival: Arrival): Promise<boolean> => {
  await retryOnConflict(() => tryStoreMessage(workspaceId, item, arrival));
  return true;
};

const tryStoreMessage = async (
  workspaceId: string,
  item: InboundMessage,
  { receivedAt, answersAway }: Arrival,
): Promise<'done' | 'conflict'> => {
  const ids = { ...item, sender: toSenderIds(item.from), mayBeKeyword: isKeywordCandidate(item) };
  const lookup = await lookUpInbound(workspaceId, ids);
  if (lookup.isStored) return 'done';
  if (isFromBeforeErasure(lookup, receivedAt)) {
    dropInbound('the contact was erased after the message was received');
    return 'done';
  }
  const senderConversation = await resolveSender(workspaceId, item, lookup);
  if (!senderConversation) return 'conflict';
  const optsOut = findWrittenChoice(item, lookup.keywords)?.choice === 'opt_out';
  const received = buildMessage(workspaceId, item, lookup, senderConversation);
  const isAnswered = answersAway && !optsOut && (await needsAwayMessage(received, senderConversation));
  const message = { ...received, ...(isAnswered && { away_message_id: newId() }) };
  const target = buildTarget(senderConversation, message);
  const outcome = await putInboundMessage({
    message,
    target,
    newChannelUser: newChannelUser(item, lookup, senderConversation),
    entries: [...listReopening(target), ...listWaking(target), ...listChoice(item, lookup)],
    optsOut,
  });
  return outcome === 'conflict' ? 'conflict' : 'done';
};

const listReopening = (target: InboundTarget): ChangeEntry[] => {
  if (target.kind !== 'existing_conversation' || target.before.status === 'open') return [];
  const { before, conversation } = target;
  return [
    newChange(customer, toStatusChange(before, conversation)),
    ...(conversation.assigned_agent_id === before.assigned_agent_id ? [] : [newChange(customer, 'queued')]),
  ];
};

const listWaking = (target: InboundTarget): ChangeEntry[] =>
  target.kind === 'existing_conversation' && isSnoozed(target.before) ? [newChange(customer, 'back')] : [];

/** A job that was queued when its sender was erased must not create the contact again. */
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
  item: InboundMessage,
  { byPhone, byUserId, keywords }: InboundLookup,
): Promise<SenderConversation | undefined> => {
  const { channel, from } = item;
  const written = findWrittenChoice(item, keywords);
  const pointer = byPhone ?? byUserId;
  if (!pointer) {
    const contact = withChoice(await newContactFromSender(workspaceId, channel, from), written);
    return { kind: 'new_contact', contact, conversation: newConversation(contact, channel) };
  }
  const sender = await findSender(workspaceId, channel, pointer);
  const filled = sender && (await fillMissingFields(workspaceId, channel, sender.contact, from));
  const contact = filled && (await applyChoice(workspaceId, filled, written));
  if (!contact) return undefined;
  if (sender.conversation) return { kind: 'existing_conversation', contact, conversation: sender.conversation };
  return { kind: 'new_conversation', contact, conversation: newConversation(contact, channel) };
};

/** `created_at` is our clock, which orders both directions; `sent_at` is the channel's. */
const buildMessage = (
  workspaceId: string,
  item: InboundMessage,
  { repliedTo }: InboundLookup,
  { contact, conversation }: SenderConversation,
): NewInboundMessage['message'] & { sent_at: string } => {
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
    media_url: item.media.length === 0 ? null : toMediaPath(id),
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
  content_type: ContentType;
  media?: InboundMedia[];
  away_message_id?: string;
  created_at: string;
  sent_at: string;
}

/** Messages may be stored out of order: a later one keeps what it has set. */
const withInboundMessage = (conversation: StoredConversation, message: ReceivedMessage): StoredConversation => {
  const { id, content_text, created_at, sent_at, away_message_id } = message;
  const lastMessage = {
    last_message_text: content_text,
    last_message_at: created_at,
    last_message_id: id,
    last_message: toLastMessage({ ...message, direction: 'inbound', status: 'delivered' }),
  };
  return {
    ...withArrival(conversation, Date.parse(sent_at)),
    ...(isNewestMessage(conversation, message) ? lastMessage : {}),
    status: 'open',
    unseen: id.slice(-12),
    last_inbound_at: laterTime(sent_at, conversation.last_inbound_at),
    unread_count: conversation.unread_count + 1,
    waiting_since: earlierTime(sent_at, conversation.waiting_since),
    ...(conversation.snooze && { snooze: endSnooze(conversation.snooze, created_at) }),
    updated_at: laterTime(created_at, conversation.updated_at),
    ...(away_message_id && { away_at: created_at }),
    ...returnToTeam(conversation),
  };
};

/** Where a team assigns by turns, who had a closed conversation gets it back only if they are there. */
const returnToTeam = ({ by_turns, status, assigned_agent_id: hadBy }: StoredConversation) =>
  by_turns && status === 'closed' && hadBy !== null ? { assigned_agent_id: null, had_by: hadBy } : {};

const earlierTime = (one: string, other = one): string => (one < other ? one : other);

const newChannelUser = (
  { channel, from }: InboundMessage,
  { byUserId }: InboundLookup,
  { contact, conversation }: SenderConversation,
): NewInboundMessage['newChannelUser'] =>
  from.channelUserId === null || byUserId
    ? undefined
    : { channel, userId: from.channelUserId, contactId: contact.id, conversationId: conversation.id };
