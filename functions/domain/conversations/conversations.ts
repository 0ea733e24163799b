import { ApiError, notFound } from '../../model/api-error.ts';
import { type Channel, channels } from '../../model/channels/channel.ts';
import {
  type Conversation,
  type ConversationChanges,
  type ConversationStatus,
  type StoredConversation,
  toConversation,
} from '../../model/conversations/conversation.ts';
import type { Author } from '../../model/conversations/timeline.ts';
import { type Message, toMessage } from '../../model/messages/message.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import {
  findConversation,
  findConversations,
  findConversationsWithStatus,
  queryConversationIds,
  queryConversations,
  updateConversation as writeConversation,
} from '../../table/conversations/conversations.ts';
import { queryWaitingIds } from '../../table/conversations/inbox.ts';
import { toInboxFields } from '../../table/conversations/inbox-fields.ts';
import { findMember } from '../../table/members/members.ts';
import { queryMessages } from '../../table/messages/messages.ts';
import { fillPage, findPageItems, newestFirst } from '../paging.ts';
import { listChanges } from './entries.ts';
import { type FoundConversation, findConversationsByText } from './find-conversations.ts';

export const getConversation = async (workspaceId: string, conversationId: string): Promise<Conversation> => {
  const conversation = await findConversation(workspaceId, conversationId);
  if (!conversation) throw notFound('conversation');
  return toConversation(conversation);
};

export interface ConversationFilters {
  status?: ConversationStatus | undefined;
  contact_id?: string | undefined;
  channel?: string | undefined;
  /** The id of a member, or `none`. */
  assigned_agent_id?: string | undefined;
  /** Open ones that wait for an answer, those that wait longest first. */
  waiting?: 'true' | undefined;
  /** Words of messages. */
  search?: string | undefined;
}

/** An API key has no name here. */
const someKey: Author = { kind: 'key', id: null, name: null };

export type ConversationWork = ConversationChanges & {
  waiting?: boolean | undefined;
  expected?: (ConversationChanges & Partial<Pick<StoredConversation, 'last_inbound_at'>>) | undefined;
};

/** Changes nothing, and writes nothing, if the conversation is as asked for already. */
export const updateConversation = async (
  workspaceId: string,
  conversationId: string,
  changes: ConversationChanges,
): Promise<Conversation> => toConversation((await workOn(workspaceId, conversationId, changes, someKey)).after);

interface Worked {
  before: StoredConversation;
  after: StoredConversation;
}

/** A member or a key changes the status, the assignment or whose turn it is. */
export const workOn = (
  workspaceId: string,
  conversationId: string,
  work: ConversationWork,
  author: Author,
): Promise<Worked> =>
  retryOnConflict(async () => {
    const before = await findConversation(workspaceId, conversationId);
    if (!before) throw notFound('conversation');
    checkExpected(before, work.expected);
    const after = applyWork(before, work);
    const { status, assigned_agent_id: agentId, waiting_since } = after;
    const isReassigned = agentId !== before.assigned_agent_id;
    if (status === before.status && !isReassigned && waiting_since === before.waiting_since)
      return { before, after: before };
    const member = isReassigned && agentId !== null ? await getAssignee(workspaceId, agentId) : null;
    const entries = listChanges(before, after, author, member);
    return (await writeConversation(workspaceId, before, after, entries)) ? { before, after } : 'conflict';
  });

const checkExpected = (before: StoredConversation, expected: ConversationWork['expected'] = {}): void => {
  const { status, assigned_agent_id, last_inbound_at } = expected;
  const isAsExpected =
    (status ?? before.status) === before.status &&
    (assigned_agent_id === undefined || assigned_agent_id === before.assigned_agent_id) &&
    (last_inbound_at === undefined || last_inbound_at === before.last_inbound_at);
  if (!isAsExpected)
    throw new ApiError('conflict', 'This conversation has changed since, so nothing was done. Look at it again.');
};

/**
 * Closing or setting it to pending ends the wait. Opening it again does not begin one. Until a reply is sent, the customer
 * who is put back among those who wait has waited since the same time as before.
 */
const applyWork = (
  before: StoredConversation,
  { status = before.status, assigned_agent_id = before.assigned_agent_id, waiting }: ConversationWork,
): StoredConversation => {
  const now = isoTime(clock.now());
  const after = { ...before, status: waiting ? ('open' as const) : status, assigned_agent_id, updated_at: now };
  if (waiting) after.waiting_since ??= before.waited_since ?? now;
  else if (before.waiting_since && (waiting === false || after.status !== 'open')) {
    after.waited_since = before.waiting_since;
    delete after.waiting_since;
  }
  return after;
};

const getAssignee = async (workspaceId: string, userId: string): Promise<{ id: string; name: string }> => {
  const member = await findMember(workspaceId, userId);
  if (member) return { id: userId, name: member.name };
  throw new ApiError(
    'bad_request',
    '"assigned_agent_id" is not a member of this workspace. Use an id of GET /members, or null.',
  );
};

/** The newest come first. It queries by the most selective filter and applies the others to its rows. */
export const listConversations = async (
  workspaceId: string,
  filters: ConversationFilters,
  page: PageRequest,
): Promise<Page<Conversation>> => {
  if (filters.search !== undefined) {
    const { items, next } = await searchConversations(workspaceId, filters, page);
    return { items: items.map(({ conversation, match }) => ({ ...toConversation(conversation), match })), next };
  }
  const { items, next } = await queryFiltered(workspaceId, { ...filters, channel: readChannel(filters.channel) }, page);
  return { items: items.map(toConversation), next };
};

/** The other filters apply to what the search finds. */
const searchConversations = (
  workspaceId: string,
  filters: ConversationFilters,
  page: PageRequest,
): Promise<Page<FoundConversation>> => {
  const isMatch = toMatch({ ...filters, channel: readChannel(filters.channel) });
  const isWanted = (conversation: StoredConversation): boolean =>
    isMatch(conversation) && (filters.contact_id === undefined || conversation.contact_id === filters.contact_id);
  return findConversationsByText({ workspaceId, isWanted }, filters.search ?? '', page);
};

const readChannel = (text: string | undefined): Channel | undefined => {
  const channel = channels.find((candidate) => candidate === text);
  if (text === undefined || channel) return channel;
  throw new ApiError('invalid_request', `"channel" must be one of ${channels.join(', ')}.`);
};

type CheckedFilters = ConversationFilters & { channel: Channel | undefined };

const toMatch =
  ({ status, channel, assigned_agent_id: agentId, waiting }: CheckedFilters) =>
  (conversation: StoredConversation): boolean =>
    (status === undefined || conversation.status === status) &&
    (channel === undefined || conversation.channel === channel) &&
    (agentId === undefined || conversation.assigned_agent_id === toAgentId(agentId)) &&
    (waiting === undefined || conversation.waiting_since !== undefined);

const toAgentId = (filter: string): string | null => (filter === 'none' ? null : filter);

const queryFiltered = (
  workspaceId: string,
  filters: CheckedFilters,
  page: PageRequest,
): Promise<Page<StoredConversation>> => {
  const { status, contact_id: contactId, channel, waiting } = filters;
  const agentId = filters.assigned_agent_id === undefined ? undefined : toAgentId(filters.assigned_agent_id);
  const isMatch = toMatch(filters);
  if (contactId !== undefined) return listByContact(workspaceId, contactId, isMatch, page);
  if (waiting) return listWaiting(workspaceId, isMatch, page);
  if (status !== undefined) return listByStatus(workspaceId, status, isMatch, page);
  return queryConversations(workspaceId, { channel, assigned_agent_id: agentId }, page);
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
  return newestFirst(conversations).map(toConversation);
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
