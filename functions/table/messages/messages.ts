import type { CounterShard } from '../../model/broadcasts/counters.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { InboundMedia, InboundStatus } from '../../model/inbound/inbound.ts';
import { toLastMessage } from '../../model/messages/last-message.ts';
import type { MessageLink, MessageRecord, MessageStatus, TemplateValues } from '../../model/messages/message.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { TemplateChoice } from '../../model/templates/template.ts';
import { newId } from '../../platform/ids.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { notedPart } from '../conversations/notes.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryFrom, queryPage } from '../dynamodb/query.ts';
import { type Consistency, findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { toFailedKey, toSentKey } from '../index-keys.ts';
import { keys } from '../keys.ts';

export interface StoredMessage extends MessageRecord {
  workspace_id: string;
  contact_id: string;
  delivered_at?: string;
  read_at?: string;
  failed_at?: string;
  media?: InboundMedia[];
  /** On the web only. */
  link?: MessageLink;
  edited_at?: string;
  template_language?: string;
  template_values?: TemplateValues;
  replaced_text?: string;
  /** Stored for every receipt, because an event follows from the change even if the status stays the same. */
  last_receipt?: { status: MessageStatus; at: string };
  contact_created?: boolean;
  /** It answers its conversation: once it is accepted, the customer no longer waits. */
  is_reply?: true;
  /** It says that nobody is there: nobody wrote it, so it answers nothing. */
  is_away?: true;
  /** On a customer's message: the id under which the away message is sent, so that it is sent once. */
  away_message_id?: string;
  /** A member sent it in the dashboard, otherwise a key or the service. */
  sent_by?: 'agent';
  sent_by_member_id?: string;
  quota_month?: string;
  quota_day?: string;
  broadcast?: CounterShard;
  /** Sent to this number if the channel accepts the message and then reports that the window is closed. */
  fallback?: { to: string; template: TemplateChoice };
  /** Stored with that report: the id under which the fallback is sent, so that it is sent once. */
  fallback_message_id?: string;
}

export const findMessage = async (conversationId: string, messageId: string): Promise<StoredMessage | undefined> => {
  const item = await findItem(keys.message(conversationId, messageId));
  return item && toStoredMessage(item);
};

/** The newest come first. It is not scoped to a workspace: check who owns the conversation first. */
export const queryMessages = async (
  conversationId: string,
  page: PageRequest,
  consistency: Consistency = 'eventual',
): Promise<Page<StoredMessage>> => {
  const { items, next } = await queryPage(keys.message(conversationId, '').pk, page, { consistency });
  return { items: items.map(toStoredMessage), next };
};

/** The newest message to the customer that did not fail. An away message tells the customer nothing new. */
export const findNewestSent = async (conversationId: string): Promise<StoredMessage | undefined> => {
  const filter = {
    expression: 'direction = :outbound AND #status <> :failed AND attribute_not_exists(is_away)',
    names: { '#status': 'status' },
    values: { ':outbound': 'outbound', ':failed': 'failed' },
  };
  const page = { limit: 1, after: undefined };
  const { items } = await queryPage(keys.message(conversationId, '').pk, page, { filter, isWhole: true });
  return items.map(toStoredMessage)[0];
};

/** The oldest come first, from this id on. */
export const queryMessagesFrom = async (
  conversationId: string,
  id: string,
  limit: number,
  consistency?: Consistency,
): Promise<StoredMessage[]> =>
  (await queryFrom(keys.message(conversationId, '').pk, id, limit, consistency)).map(toStoredMessage);

export const newMessagePart = (message: StoredMessage): TransactionPart => {
  const listKey = toListKey(message);
  return {
    Put: {
      Item: {
        ...keys.message(message.conversation_id, message.id),
        ...{ entity: 'message', ...requestIdField(), ...message, ...(listKey && { status_key: listKey }) },
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
};

/**
 * The partition of the index that lists it: what failed, and what was sent one by one. Recipients of a broadcast are in
 * its own list, and would hide everything else.
 */
export const toListKey = ({ workspace_id, direction, status, broadcast }: StoredMessage): string | undefined => {
  if (status === 'failed') return toFailedKey(workspace_id);
  return direction === 'inbound' || status === 'sending' || broadcast ? undefined : toSentKey(workspace_id);
};

export const findMessageByChannelId = async (
  workspaceId: string,
  channel: Channel,
  channelMessageId: string,
): Promise<StoredMessage | undefined> => {
  const pointer = await findItem(keys.channelMessage(workspaceId, channel, channelMessageId));
  return pointer && findMessage(String(pointer['conversation_id']), String(pointer['message_id']));
};

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

export const putChannelMessage = async (
  { workspace_id, channel, conversation_id, id }: StoredMessage,
  channelMessageId: string,
): Promise<void> => {
  const { written } = await updateIf({
    Key: keys.channelMessage(workspace_id, channel, channelMessageId),
    ConditionExpression: 'attribute_not_exists(pk) OR #message_id = :message_id',
    ...assign({ conversation_id, message_id: id }),
  });
  if (!written) throw new Error(`The channel's id of message ${id} belongs to another message.`);
};

type ReportedIds = Pick<InboundStatus, 'channel' | 'channelMessageId' | 'ourConversationId' | 'ourMessageId'>;

/** Other senders on the same number may return ids that lead nowhere, or into another workspace. */
export const findReportedMessage = async (
  workspaceId: string,
  { channel, channelMessageId, ourConversationId, ourMessageId }: ReportedIds,
): Promise<StoredMessage | undefined> => {
  const hasOurIds = ourConversationId !== null && ourMessageId !== null;
  const sent = hasOurIds ? await findMessage(ourConversationId, ourMessageId) : undefined;
  if (sent?.workspace_id === workspaceId) return sent;
  const pointer = await findItem(keys.channelMessage(workspaceId, channel, channelMessageId));
  return pointer && findMessage(String(pointer['conversation_id']), String(pointer['message_id']));
};

/**
 * Edits or deletes a message and marks its conversation, unless that was erased. `lastText` also updates the preview of
 * one whose last message it is. False if the message was edited or deleted meanwhile, or if the conversation has a newer
 * message.
 */
export const updateMessage = async (
  expected: StoredMessage,
  fields: Partial<StoredMessage>,
  shown: { lastText: string | null | undefined } | undefined,
): Promise<boolean> => {
  const { workspace_id, conversation_id } = expected;
  const part = ({ lastText }: NonNullable<typeof shown>) =>
    lastText === undefined
      ? notedPart(workspace_id, conversation_id, newId().slice(-12))
      : lastTextPart({ ...expected, ...fields }, lastText);
  const { written } = await transact([messagePart(expected, fields), ...(shown ? [part(shown)] : [])]);
  return written;
};

/** Every edit or deletion changes one of these two times, so they serve as the optimistic lock. */
const messagePart = ({ conversation_id, id, deleted_at, edited_at }: StoredMessage, fields: Partial<StoredMessage>) => {
  const isUnchanged = edited_at === undefined ? 'attribute_not_exists(edited_at)' : 'edited_at = :edited';
  return {
    Update: {
      Key: keys.message(conversation_id, id),
      ConditionExpression: `deleted_at = :deleted AND ${isUnchanged}`,
      ...assign(fields, { ':deleted': deleted_at, ...(edited_at && { ':edited': edited_at }) }),
    },
  };
};

const lastTextPart = (message: StoredMessage, text: string | null): TransactionPart => ({
  Update: {
    Key: keys.conversation(message.workspace_id, message.conversation_id),
    ConditionExpression: 'last_message_at = :at AND (attribute_not_exists(last_message_id) OR last_message_id = :id)',
    ...assign(
      { last_message_text: text, noted: newId().slice(-12), last_message: toLastMessage(message) },
      { ':at': message.created_at, ':id': message.id },
    ),
  },
});

/**
 * Removes messages of an erased contact, which nobody can find. The pointers go first, because the messages lead to
 * them.
 */
export const removeMessageItems = async (messages: readonly StoredMessage[]): Promise<void> => {
  await removeItems(
    messages.flatMap(({ workspace_id, channel, channel_message_id: id }) =>
      id === null ? [] : [keys.channelMessage(workspace_id, channel, id)],
    ),
  );
  await removeItems(messages.map(({ conversation_id, id }) => keys.message(conversation_id, id)));
};

export const toStoredMessage = ({ pk, sk, entity, request_id, status_key, ...fields }: Item): StoredMessage =>
  fields as unknown as StoredMessage;
