import { ApiError, notFound } from '../../model/api-error.ts';
import { type Channel, channels } from '../../model/channels/channel.ts';
import {
  type Conversation,
  type ConversationChanges,
  type ConversationStatus,
  isSnoozed,
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
  type TeamMatch,
  updateConversation as writeConversation,
} from '../../table/conversations/conversations.ts';
import { queryWaitingIds } from '../../table/conversations/inbox.ts';
import { toInboxFields } from '../../table/conversations/inbox-fields.ts';
import { findMember } from '../../table/members/members.ts';
import { queryMessages } from '../../table/messages/messages.ts';
import { fillPage, findPageItems, newestFirst } from '../paging.ts';
import { getTeamOf, isOfTeam, readTeamFilter, withoutDeletedTeams } from '../teams/team-of.ts';
import { listChanges } from './entries.ts';
import { type FoundConversation, findConversationsByText } from './find-conversations.ts';
import { applySnooze, readSnooze, sameSnooze } from './snooze.ts';

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

const showConversation = async (workspaceId: string, stored: StoredConversation): Promise<Conversation> => {
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

/** An API key has no name here. */
const someKey: Author = { kind: 'key', id: null, name: null };

/** The customer has not written since. */
interface QuietSince {
  quiet_since?: string | undefined;
}

export type ConversationWork = ConversationChanges & {
  waiting?: boolean | undefined;
  expected?: (ConversationChanges & Partial<Pick<StoredConversation, 'last_inbound_at'>> & QuietSince) | undefined;
};

/** Changes nothing, and writes nothing, if the conversation is as asked for already. */
export const updateConversation = async (
  workspaceId: string,
  conversationId: string,
  changes: ConversationChanges,
): Promise<Conversation> => {
  const { after } = await workOn(workspaceId, conversationId, changes, someKey);
  return showConversation(workspaceId, after);
};

interface Worked {
  before: StoredConversation;
  after: StoredConversation;
}

/** A member or a key changes the status, the assignment, the team, the snooze or whose turn it is. */
export const workOn = (
  workspaceId: string,
  conversationId: string,
  work: ConversationWork,
  author: Author,
): Promise<Worked> => {
  const snoozedUntil = readSnooze(work.snoozed_until);
  return retryOnConflict(async () => {
    const before = await getStoredConversation(workspaceId, conversationId);
    checkExpected(before, work.expected);
    const after = applySnooze(applyWork(before, work), { ...work, snoozed_until: snoozedUntil });
    const { status, assigned_agent_id: agentId, waiting_since, team_id: teamId } = after;
    const [isReassigned, isRerouted] = [agentId !== before.assigned_agent_id, teamId !== before.team_id];
    const isSameWait = waiting_since === before.waiting_since && after.asked_ms === before.asked_ms;
    const isSame = status === before.status && isSameWait && sameSnooze(before, after);
    if (isSame && !isReassigned && !isRerouted) return { before, after: before };
    const [member, team] = await Promise.all([
      isReassigned && agentId !== null ? getAssignee(workspaceId, agentId) : null,
      isRerouted && teamId !== undefined ? getTeamOf(workspaceId, teamId) : undefined,
    ]);
    if (isReassigned) delete after.had_by;
    if (isRerouted) delete after.by_turns;
    if (team?.auto_assign.is_on) after.by_turns = true;
    const names = { member, team: team && { id: team.id, name: team.name } };
    const entries = listChanges(before, after, author, names);
    const closing = entries.find(({ change }) => change === 'closed');
    // A report that is counted again from the entries finds the same time.
    if (closing) after.closed_ms = Date.parse(closing.created_at);
    return (await writeConversation(workspaceId, before, after, entries)) ? { before, after } : 'conflict';
  });
};

const checkExpected = (before: StoredConversation, expected: ConversationWork['expected'] = {}): void => {
  const { status, assigned_agent_id, team_id, snoozed_until, last_inbound_at, quiet_since } = expected;
  const current = toConversation(before);
  const isAsExpected =
    (status ?? current.status) === current.status &&
    (assigned_agent_id === undefined || assigned_agent_id === current.assigned_agent_id) &&
    (team_id === undefined || team_id === current.team_id) &&
    (snoozed_until === undefined || snoozed_until === current.snoozed_until) &&
    (last_inbound_at === undefined || last_inbound_at === current.last_inbound_at) &&
    (quiet_since === undefined || (current.last_inbound_at ?? '') <= quiet_since);
  if (!isAsExpected)
    throw new ApiError('conflict', 'This conversation has changed since, so nothing was done. Look at it again.');
};

/**
 * Closing or setting it to pending ends the wait. Opening it again does not begin one. Until a reply is sent, the customer
 * who is put back among those who wait has waited since the same time as before.
 */
const applyWork = (
  before: StoredConversation,
  { status = before.status, assigned_agent_id = before.assigned_agent_id, team_id, waiting }: ConversationWork,
): StoredConversation => {
  const now = isoTime(clock.now());
  const after = { ...before, status: waiting ? ('open' as const) : status, assigned_agent_id, updated_at: now };
  if (waiting) {
    after.waiting_since ??= before.waited_since ?? now;
    after.asked_ms ??= Date.parse(after.waiting_since);
  } else if (waiting === false || after.status !== 'open') {
    if (before.waiting_since) after.waited_since = before.waiting_since;
    delete after.waiting_since;
    delete after.asked_ms;
  }
  if (after.status !== 'closed') delete after.closed_ms;
  if (team_id === null) delete after.team_id;
  else if (team_id !== undefined) after.team_id = team_id;
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
