import { ApiError } from '../../model/api-error.ts';
import {
  type Conversation,
  type ConversationChanges,
  type StoredConversation,
  toConversation,
} from '../../model/conversations/conversation.ts';
import type { Author } from '../../model/conversations/timeline.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { updateConversation as writeConversation } from '../../table/conversations/conversation-writes.ts';
import { findMember } from '../../table/members/members.ts';
import { getTeamOf } from '../teams/team-of.ts';
import { getStoredConversation, showConversation } from './conversations.ts';
import { listChanges } from './entries.ts';
import { applySnooze, readSnooze, sameSnooze } from './snooze.ts';

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
