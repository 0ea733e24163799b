import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { channels } from '../../model/channels/channel.ts';
import { toContact } from '../../model/contacts/contact.ts';
import { conversationStatuses } from '../../model/conversations/conversation.ts';
import type { Event } from '../../model/deliveries/event.ts';
import { messageError, toPublicMessageError } from '../../model/messages/error.ts';
import { contentTypes, messageStatuses } from '../../model/messages/message.ts';
import type { EventName } from '../../model/webhooks/webhook.ts';
import { deriveId } from '../../platform/ids.ts';
import { toBroadcast, toStoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { toStoredContact } from '../../table/contacts/contacts.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import type { Item } from '../../table/dynamodb/item.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';

/** The events that a change causes. Deterministic, ids included. Throws on a malformed item. */
export const toEvents = (change: Change): Event[] => listEvents(change).filter((event) => event !== undefined);

const listEvents = ({ id, before, after }: Change): (Event | undefined)[] => {
  switch (after?.['entity']) {
    case 'contact':
      return [before ? contactUpdated(id, before, after) : contactCreated(after)];
    case 'conversation':
      return [before ? conversationUpdated(id, before, after) : conversationCreated(after)];
    case 'message':
      return [messageSent(before, after), before ? statusUpdated(before, after) : messageReceived(after)];
    case 'erasure':
      return [before ? undefined : contactDeleted(after)];
    case 'broadcast':
      return [broadcastCompleted(before, after)];
    default:
      return [];
  }
};

const contact = z.object({
  id: z.uuid(),
  phone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  social_username: z.nullable(z.string()),
  channels: z.array(z.enum(channels)),
  created_at: z.iso.datetime(),
});

const contactCreated = (item: Item): Event => {
  const { id, phone, name, social_username, channels: contactChannels, created_at } = z.parse(contact, item);
  const isSocial = social_username !== null || contactChannels.includes('social');
  return newEvent('contact.created', created_at, readWorkspaceId(item), id, {
    contact_id: id,
    phone,
    name,
    ...(isSocial ? { social_username } : {}),
  });
};

const contactFields = ['phone', 'name', 'email', 'company', 'tags', 'opted_out_at', 'external_id', 'attributes'];

const updatedItem = z.object({ id: z.uuid(), updated_at: z.iso.datetime() });

/** Several changes can have one time, so the id also depends on the stream's id of the change. */
const contactUpdated = (changeId: string | undefined, before: Item, item: Item): Event | undefined => {
  const shown = toContact(toStoredContact(item));
  const changed = listChanged(contactFields, toContact(toStoredContact(before)), shown);
  if (changed.length === 0) return undefined;
  const { id, updated_at } = z.parse(updatedItem, item);
  const data = { contact_id: id, changed, contact: shown };
  return newEvent('contact.updated', updated_at, readWorkspaceId(item), `${id} ${changeId}`, data);
};

const listChanged = (
  names: readonly string[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] => names.filter((name) => !isDeepStrictEqual(before[name], after[name]));

const erasure = z.object({ id: z.uuid(), requested_at: z.iso.datetime() });

const contactDeleted = (item: Item): Event => {
  const { id, requested_at } = z.parse(erasure, item);
  return newEvent('contact.deleted', requested_at, readWorkspaceId(item), id, { contact_id: id });
};

const broadcastCompleted = (before: Item | undefined, item: Item): Event | undefined => {
  if (!before || before['completed_at'] || !item['completed_at']) return undefined;
  const stored = toStoredBroadcast(item);
  const completedAt = z.parse(z.iso.datetime(), stored.completed_at);
  const data = { broadcast: toBroadcast(stored, stored.final_counters) };
  return newEvent('broadcast.completed', completedAt, stored.workspace_id, stored.id, data);
};

const conversation = z.object({ id: z.uuid(), contact_id: z.uuid(), created_at: z.iso.datetime() });

const conversationCreated = (item: Item): Event => {
  const { id, contact_id, created_at } = z.parse(conversation, item);
  return newEvent('conversation.created', created_at, readWorkspaceId(item), id, { conversation_id: id, contact_id });
};

const updatedConversation = z.extend(updatedItem, {
  contact_id: z.uuid(),
  status: z.enum(conversationStatuses),
  assigned_agent_id: z.nullable(z.string()),
  team_id: z._default(z.nullable(z.uuid()), null),
});

const conversationUpdated = (changeId: string | undefined, before: Item, item: Item): Event | undefined => {
  const changed = listChanged(['status', 'assigned_agent_id'], before, item);
  if (changed.length === 0) return undefined;
  const { id, contact_id, status, assigned_agent_id, team_id, updated_at } = z.parse(updatedConversation, item);
  const data = { conversation_id: id, contact_id, status, assigned_agent_id, changed, team_id };
  return newEvent('conversation.updated', updated_at, readWorkspaceId(item), `${id} ${changeId}`, data);
};

const inboundMessage = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  conversation_id: z.uuid(),
  contact_id: z.uuid(),
  channel: z.enum(channels),
  channel_message_id: z.string(),
  content_type: z.enum(contentTypes),
  content_text: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** When the customer wrote, by the channel's clock, and never after `created_at`. */
  sent_at: z.optional(z.iso.datetime()),
});

type InboundMessage = z.output<typeof inboundMessage>;

const messageReceived = (item: Item): Event | undefined => {
  if (item['direction'] !== 'inbound') return undefined;
  const message = z.parse(inboundMessage, item);
  const { conversation_id, contact_id, content_type, content_text: text } = message;
  const { channel, id } = channelFields(message);
  const data = { ...channel, conversation_id, contact_id, ...id, content_type, text };
  const event = newEvent('message.received', message.created_at, message.workspace_id, message.id, data);
  // The id keeps our time: deliveries are listed by it, and a channel may pass a message on much later.
  return { ...event, occurredAt: message.sent_at ?? message.created_at };
};

/** Receivers older than the other channels expect msgapp events without a `channel` field. */
const channelFields = ({ channel, channel_message_id, id }: InboundMessage) => {
  switch (channel) {
    case 'msgapp':
      return { channel: {}, id: { msgapp_message_id: channel_message_id } };
    case 'social':
      return { channel: { channel }, id: { social_message_id: channel_message_id } };
    case 'web':
      return { channel: { channel }, id: { message_id: id } };
  }
};

const sentMessage = z.object({
  ...z.pick(inboundMessage, { id: true, workspace_id: true, conversation_id: true, contact_id: true }).shape,
  ...z.pick(inboundMessage, { channel: true, content_type: true, content_text: true, created_at: true }).shape,
  sent_by: z._default(z.enum(['api', 'agent']), 'api'),
});

/** This happens once per message, because a message that was accepted stays so, even if it fails afterwards. */
const messageSent = (before: Item | undefined, item: Item): Event | undefined => {
  if ((before && isAccepted(before)) || !isAccepted(item)) return undefined;
  const message = z.parse(sentMessage, item);
  const { conversation_id, contact_id, channel, content_type, content_text: text, sent_by } = message;
  const data = { message_id: message.id, conversation_id, contact_id, channel, content_type, text, sent_by };
  return newEvent('message.sent', message.created_at, message.workspace_id, message.id, data);
};

const isAccepted = ({ direction, broadcast, channel_message_id }: Item): boolean =>
  direction === 'outbound' && !broadcast && !!channel_message_id;

const receipt = z.object({ status: z.enum(messageStatuses), at: z.iso.datetime() });

const messageWithReceipt = z.object({
  id: z.uuid(),
  workspace_id: z.uuid(),
  conversation_id: z.uuid(),
  channel_message_id: z.string(),
  last_receipt: receipt,
  error: z.optional(messageError),
});

/** Only msgapp has receipts. A change that leaves the last receipt as it was is no event. */
const statusUpdated = (before: Item, item: Item): Event | undefined => {
  if (item['direction'] !== 'outbound' || item['channel'] !== 'msgapp' || !item['last_receipt']) return undefined;
  const { id, workspace_id, conversation_id, channel_message_id, last_receipt, error } = z.parse(
    messageWithReceipt,
    item,
  );
  const { data: previousReceipt } = z.safeParse(receipt, before['last_receipt']);
  const { status, at } = last_receipt;
  if (previousReceipt?.status === status && previousReceipt.at === at) return undefined;
  const data = {
    msgapp_message_id: channel_message_id,
    conversation_id,
    status,
    ...(status === 'failed' ? { error: error ? toPublicMessageError(error) : null } : {}),
  };
  return newEvent('message.status_updated', at, workspace_id, `${id} ${status}`, data);
};

/** Well below what SQS (1 MiB) and a DynamoDB item (400 KB) can carry. */
const dataBytesMax = 200_000;

const newEvent = (
  name: EventName,
  occurredAt: string,
  workspaceId: string,
  subject: string,
  data: Event['data'],
): Event => {
  if (Buffer.byteLength(JSON.stringify(data)) > dataBytesMax) throw new Error(`The event ${name} is too large.`);
  return { id: toEventId(name, occurredAt, workspaceId, subject), name, occurredAt, workspaceId, data };
};

const toEventId = (name: EventName, occurredAt: string, workspaceId: string, subject: string): string =>
  deriveId(Date.parse(occurredAt), `${name} ${workspaceId} ${subject}`);

export const listContactEventIds = (
  workspaceId: string,
  contact: { id: string; created_at: string },
  conversations: readonly { id: string; created_at: string }[],
): string[] => [
  toEventId('contact.created', contact.created_at, workspaceId, contact.id),
  ...conversations.map(({ id, created_at }) => toEventId('conversation.created', created_at, workspaceId, id)),
];

const receiptStatuses = ['sent', 'delivered', 'read', 'failed'] as const;

/** The ids of the events that a stored message has caused. Of repeated receipts, only the last one is known. */
export const listMessageEventIds = (message: StoredMessage): string[] => {
  const { workspace_id, id, direction, created_at } = message;
  if (direction === 'inbound') return [toEventId('message.received', created_at, workspace_id, id)];
  const receiptIds = receiptStatuses.flatMap((status) => {
    const at = message[`${status}_at`];
    return at === undefined ? [] : [toEventId('message.status_updated', at, workspace_id, `${id} ${status}`)];
  });
  return message.broadcast ? receiptIds : [toEventId('message.sent', created_at, workspace_id, id), ...receiptIds];
};
