import { ApiError, notFound } from '../../model/api-error.ts';
import { type Channel, channels } from '../../model/channels/channel.ts';
import {
  type Conversation,
  type ConversationStatus,
  type StoredConversation,
  toConversation,
} from '../../model/conversations/conversation.ts';
import { type Message, toMessage } from '../../model/messages/message.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import {
  findConversation,
  findConversations,
  findConversationsWithStatus,
  queryConversationIds,
  queryConversations,
} from '../../table/conversations/conversations.ts';
import { queryMessages } from '../../table/messages/messages.ts';
import { fillPage, newestFirst } from '../paging.ts';

export const getConversation = async (workspaceId: string, conversationId: string): Promise<Conversation> => {
  const conversation = await findConversation(workspaceId, conversationId);
  if (!conversation) throw notFound('conversation');
  return toConversation(conversation);
};

export interface ConversationFilters {
  status?: ConversationStatus | undefined;
  contact_id?: string | undefined;
  channel?: string | undefined;
}

/** The newest come first. It queries by the most selective filter and applies the others to its rows. */
export const listConversations = async (
  workspaceId: string,
  filters: ConversationFilters,
  page: PageRequest,
): Promise<Page<Conversation>> => {
  const { items, next } = await queryFiltered(workspaceId, { ...filters, channel: readChannel(filters.channel) }, page);
  return { items: items.map(toConversation), next };
};

const readChannel = (text: string | undefined): Channel | undefined => {
  const channel = channels.find((candidate) => candidate === text);
  if (text === undefined || channel) return channel;
  throw new ApiError('invalid_request', `"channel" must be one of ${channels.join(', ')}.`);
};

const queryFiltered = (
  workspaceId: string,
  { status, contact_id: contactId, channel }: ConversationFilters & { channel: Channel | undefined },
  page: PageRequest,
): Promise<Page<StoredConversation>> => {
  const isMatch = (conversation: StoredConversation) =>
    (status === undefined || conversation.status === status) &&
    (channel === undefined || conversation.channel === channel);
  if (contactId !== undefined) return listByContact(workspaceId, contactId, isMatch, page);
  if (status !== undefined) return listByStatus(workspaceId, status, isMatch, page);
  return queryConversations(workspaceId, channel, page);
};

const listByContact = async (
  workspaceId: string,
  contactId: string,
  isMatch: (conversation: StoredConversation) => boolean,
  { limit, after }: PageRequest,
): Promise<Page<StoredConversation>> => {
  const contact = await findContact(workspaceId, contactId);
  const conversations = await findConversations(workspaceId, Object.values(contact?.conversation_ids ?? {}));
  const remaining = newestFirst(
    conversations.filter((conversation) => isMatch(conversation) && (after === undefined || conversation.id < after)),
  );
  const items = remaining.slice(0, limit);
  return { items, next: remaining.length > limit ? items.at(-1)?.id : undefined };
};

const listByStatus = (
  workspaceId: string,
  status: ConversationStatus,
  isMatch: (conversation: StoredConversation) => boolean,
  page: PageRequest,
): Promise<Page<StoredConversation>> =>
  fillPage(page, async (step) => {
    const { items: ids, next } = await queryConversationIds(workspaceId, status, step);
    const conversations = await findConversationsWithStatus(workspaceId, ids, status);
    return { items: newestFirst(conversations.filter(isMatch)), next };
  });

/**
 * Fetched in parallel; `getConversation` throws when the conversation belongs to another workspace. Callers often come
 * because an event announced a message, so the newest are always read strongly.
 */
export const listMessages = async (
  workspaceId: string,
  conversationId: string,
  { limit, after }: PageRequest,
  baseUrl: string,
): Promise<Page<Message>> => {
  const [{ items, next }] = await Promise.all([
    queryMessages(conversationId, { limit, after }),
    getConversation(workspaceId, conversationId),
  ]);
  return { items: items.map((item) => toMessage(item, baseUrl)), next };
};
