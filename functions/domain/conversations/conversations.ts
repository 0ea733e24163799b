import { ApiError, notFound } from '../../model/api-error.ts';
import { type Channel, channels } from '../../model/channels/channel.ts';
import {
  type Conversation,
  type ConversationStatus,
  isSnoozed,
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
  type TeamMatch,
} from '../../table/conversations/conversations.ts';
import { queryWaitingIds } from '../../table/conversations/inbox.ts';
import { toInboxFields } from '../../table/conversations/inbox-fields.ts';
import { queryMessages } from '../../table/messages/messages.ts';
import { fillPage, findPageItems, newestFirst } from '../paging.ts';
import { isOfTeam, readTeamFilter, withoutDeletedTeams } from '../teams/team-of.ts';
import { type FoundConversation, findConversationsByText } from './find-conversations.ts';

export const getConversation = async (workspaceId: string, conversationId: string): Promise<Conversation> =>
  showConversation(workspaceId, await getStoredConversation(workspaceId, conversationId));

export const getStoredConversation = async (
  workspaceId: string,
  conversationId: string,
): Promise<StoredConversation> => {
  const conversation = await findConversation(workspaceId, conversationId);
  if (!conversation) throw notFound('conversation');
  return conversation;
};

const showAll = async (workspaceId: string, stored: readonly StoredConversation[]): Promise<Conversation[]> =>
  (await withoutDeletedTeams(workspaceId, stored)).map(toConversation);

export const showConversation = async (workspaceId: string, stored: StoredConversation): Promise<Conversation> => {
  const [shown = toConversation(stored)] = await showAll(workspaceId, [stored]);
  return shown;
};

export interface ConversationFilters {
  status?: ConversationStatus | undefined;
  contact_id?: string | undefined;
  channel?: string | undefined;
  /** The id of a member, or `none`. */
  assigned_agent_id?: string | undefined;
  /** The id of a team, or `none`. */
  team_id?: string | undefined;
  /** Open ones that wait for an answer, those that wait longest first. */
  waiting?: 'true' | undefined;
  /** Words of messages. */
  search?: string | undefined;
}

/** The newest come first. It queries by the most selective filter and applies the others to its rows. */
export const listConversations = async (
  workspaceId: string,
  filters: ConversationFilters,
  page: PageRequest,
): Promise<Page<Conversation>> => {
  if (filters.search !== undefined) {
    const { items, next } = await searchConversations(workspaceId, filters, page);
    const shown = await showAll(
      workspaceId,
      items.map(({ conversation }) => conversation),
    );
    return { items: shown.map((conversation, index) => ({ ...conversation, match: items[index]?.match })), next };
  }
  const { items, next } = await queryFiltered(workspaceId, await checkFilters(workspaceId, filters), page);
  return { items: await showAll(workspaceId, items), next };
};

/** The other filters apply to what the search finds. */
const searchConversations = async (
  workspaceId: string,
  filters: ConversationFilters,
  page: PageRequest,
): Promise<Page<FoundConversation>> => {
  const isMatch = toMatch(await checkFilters(workspaceId, filters));
  const isWanted = (conversation: StoredConversation): boolean =>
    isMatch(conversation) && (filters.contact_id === undefined || conversation.contact_id === filters.contact_id);
  return findConversationsByText({ workspaceId, isWanted }, filters.search ?? '', page);
};

const readChannel = (text: string | undefined): Channel | undefined => {
  const channel = channels.find((candidate) => candidate === text);
  if (text === undefined || channel) return channel;
  throw new ApiError('invalid_request', `"channel" must be one of ${channels.join(', ')}.`);
};

type CheckedFilters = ConversationFilters & { channel: Channel | undefined; team: TeamMatch | undefined };

const checkFilters = async (workspaceId: string, filters: ConversationFilters): Promise<CheckedFilters> => {
  const channel = readChannel(filters.channel);
  return { ...filters, channel, team: await readTeamFilter(workspaceId, filters.team_id) };
};

const toMatch =
  ({ status, channel, assigned_agent_id: agentId, team, waiting }: CheckedFilters) =>
  (conversation: StoredConversation): boolean =>
    (status === undefined || conversation.status === status) &&
    (channel === undefined || conversation.channel === channel) &&
    (agentId === undefined || conversation.assigned_agent_id === toAgentId(agentId)) &&
    isOfTeam(team, conversation) &&
    (waiting === undefined || (conversation.waiting_since !== undefined && !isSnoozed(conversation)));

const toAgentId = (filter: string): string | null => (filter === 'none' ? null : filter);

const queryFiltered = async (
  workspaceId: string,
  filters: CheckedFilters,
  page: PageRequest,
): Promise<Page<StoredConversation>> => {
  const { status, contact_id: contactId, channel, team, waiting } = filters;
  const agentId = filters.assigned_agent_id === undefined ? undefined : toAgentId(filters.assigned_agent_id);
  const isMatch = toMatch(filters);
  if (contactId !== undefined) return listByContact(workspaceId, contactId, isMatch, page);
  if (waiting) return listWaiting(workspaceId, isMatch, page);
  if (status !== undefined) return listByStatus(workspaceId, status, isMatch, page);
  if (team?.is?.length === 0) return { items: [], next: undefined };
  return queryConversations(workspaceId, { channel, assigned_agent_id: agentId, team }, page);
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

/** A contact has at most one on each channel. */
export const listContactConversations = async (workspaceId: string, contactId: string): Promise<Conversation[]> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  const conversations = await findConversations(workspaceId, Object.values(contact.conversation_ids ?? {}));
  return showAll(workspaceId, newestFirst(conversations));
};

const listByStatus = (
  workspaceId: string,
  status: ConversationStatus,
  isMatch: (conversation: StoredConversation) => boolean,
  page: PageRequest,
): Promise<Page<StoredConversation>> =>
  fillPage(page, async (step) => {
    const { items, ...position } = await findPageItems(await queryConversationIds(workspaceId, status, step), (ids) =>
      findConversationsWithStatus(workspaceId, ids, status),
    );
    return { items: newestFirst(items.filter(isMatch)), ...position };
  });

const listWaiting = (
  workspaceId: string,
  isMatch: (conversation: StoredConversation) => boolean,
  page: PageRequest,
): Promise<Page<StoredConversation>> => {
  const positionOf = (conversation: StoredConversation): string =>
    toInboxFields(workspaceId, conversation, conversation.updated_at).inbox_at;
  return fillPage(
    page,
    async (step) => {
      const { items: ids, next } = await queryWaitingIds(workspaceId, step);
      const conversations = await findConversationsWithStatus(workspaceId, ids, 'open');
      const waiting = conversations.filter((conversation) => conversation.waiting_since && isMatch(conversation));
      return { items: waiting.toSorted((left, right) => (positionOf(left) < positionOf(right) ? -1 : 1)), next };
    },
    positionOf,
  );
};

/**
 * Fetched in parallel; `getStoredConversation` throws when the conversation belongs to another workspace. Callers often come
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
    getStoredConversation(workspaceId, conversationId),
  ]);
  return { items: items.map((item) => toMessage(item, baseUrl)), next };
};
