import type { Channel } from '../../model/contact.ts';
import type { InboundMedia, InboundStatus } from '../../model/inbound.ts';
import type { ChannelError, MessageRecord, MessageStatus } from '../../model/message.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { CounterShard } from '../counters.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem, findItems } from '../dynamodb/read.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A message as it lies in the table, with what events and receipts need to know of it. */
export interface StoredMessage extends MessageRecord {
  workspace_id: string;
  contact_id: string;
  /** When each state was reached, by the channel's clock, as far as it was reported. */
  sent_at?: string;
  delivered_at?: string;
  read_at?: string;
  failed_at?: string;
  /** Of an inbound message: all that was attached, of which the API shows one link. */
  media?: InboundMedia[];
  /** When the customer last changed the text. */
  edited_at?: string;
  /** What the channel said against it. */
  error?: ChannelError;
  /** The newest report of the channel: each is a change of the item, also one that leaves the status as it is. */
  last_receipt?: { status: MessageStatus; at: string };
  /** Of an outbound message: the send made the contact. */
  contact_created?: boolean;
  /** Of an outbound message: the month whose plan it was spent from, such as 2026-11. */
  quota_month?: string;
  /** Of a message of a broadcast: where it is counted. */
  broadcast?: CounterShard;
}

export const findMessage = async (conversationId: string, messageId: string): Promise<StoredMessage | undefined> => {
  const item = await findItem(keys.message(conversationId, messageId));
  return item && toStoredMessage(item);
};

/** A page of a conversation's messages, newest first. Ids come from everywhere: see first whose conversation it is. */
export const queryMessages = async (conversationId: string, page: PageRequest): Promise<Page<StoredMessage>> => {
  const { items, next } = await queryPage(keys.message(conversationId, '').pk, page);
  return { items: items.map(toStoredMessage), next };
};

export const newMessagePart = (message: StoredMessage): TransactionPart => ({
  Put: {
    Item: { ...keys.message(message.conversation_id, message.id), entity: 'message', ...message },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** The workspace's message that the channel knows by this id. */
export const findMessageByChannelId = async (
  workspaceId: string,
  channel: Channel,
  channelMessageId: string,
): Promise<StoredMessage | undefined> => {
  const pointer = await findItem(keys.channelMessage(workspaceId, channel, channelMessageId));
  return pointer && findMessage(String(pointer['conversation_id']), String(pointer['message_id']));
};

/** Leads from the channel's id to the message. It fails when the id leads to another one: that one came first. */
export const channelMessagePart = (message: StoredMessage, channelMessageId: string): TransactionPart => ({
  Put: {
    Item: {
      ...keys.channelMessage(message.workspace_id, message.channel, channelMessageId),
      conversation_id: message.conversation_id,
      message_id: message.id,
    },
    ConditionExpression: 'attribute_not_exists(pk) OR message_id = :id',
    ExpressionAttributeValues: { ':id': message.id },
  },
});

/** The message that a receipt is about: by the channel's id, or by ours, which a receipt of our sends carries too. */
export const findReportedMessage = async (
  workspaceId: string,
  { channel, channelMessageId, ourMessageId }: Pick<InboundStatus, 'channel' | 'channelMessageId' | 'ourMessageId'>,
): Promise<StoredMessage | undefined> => {
  const isOurs = ourMessageId !== null && ourMessageId.length === uuidLength;
  const pointers = await findItems([
    keys.channelMessage(workspaceId, channel, channelMessageId),
    ...(isOurs ? [keys.sentMessage(workspaceId, ourMessageId)] : []),
  ]);
  const [pointer] = pointers;
  return pointer && findMessage(String(pointer['conversation_id']), String(pointer['message_id']));
};

/** Of a UUID; others put other things where receipts carry our ids. */
const uuidLength = 36;

/** The channel delivers a message for 30 days at most, and reports on it no longer. */
const receiptRetentionSeconds = 35 * 24 * 60 * 60;

/** Leads from our id, which receipts carry, to an outbound message. */
export const sentMessagePart = (message: StoredMessage): TransactionPart => ({
  Put: {
    Item: {
      ...keys.sentMessage(message.workspace_id, message.id),
      conversation_id: message.conversation_id,
      message_id: message.id,
      expires: Math.floor(Date.parse(message.created_at) / 1000) + receiptRetentionSeconds,
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const toStoredMessage = ({ pk, sk, entity, ...fields }: Item): StoredMessage =>
  fields as unknown as StoredMessage;
