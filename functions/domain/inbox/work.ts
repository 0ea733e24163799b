import { ApiError, notFound } from '../../model/api-error.ts';
import { toConversation } from '../../model/conversations/conversation.ts';
import type { BulkRequest, BulkResult, InboxConversation } from '../../model/conversations/inbox.ts';
import type { Author } from '../../model/conversations/timeline.ts';
import { listPresent } from '../../model/inbox/presence.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { markConversation as writeMark } from '../../table/conversations/conversation-writes.ts';
import { removeMentionsIn } from '../../table/conversations/mentions.ts';
import { queryPresences } from '../../table/inbox/presence.ts';
import { findMemberNames } from '../../table/members/members.ts';
import { findTeam } from '../../table/teams/teams.ts';
import { type ConversationWork, workOn } from '../conversations/work-on.ts';
import { showConversations } from './show-conversation.ts';

type Worker = Pick<MemberCaller, 'workspaceId' | 'userId' | 'name'>;

type BulkWork = Omit<BulkRequest, 'changes'> & { changes?: ConversationWork | undefined };

export const toMemberAuthor = ({ userId, name }: Worker): Author => ({ kind: 'member', id: userId, name });

export const updateConversationAs = async (
  caller: MemberCaller,
  conversationId: string,
  work: ConversationWork,
): Promise<InboxConversation> => {
  const [{ after }, presences] = await Promise.all([
    workOn(caller.workspaceId, conversationId, work, toMemberAuthor(caller)),
    queryPresences(caller.workspaceId),
  ]);
  const present = listPresent(presences, caller.userId, clock.now());
  const [shown] = await showConversations(caller.workspaceId, [after], present);
  if (!shown) throw notFound('conversation');
  return shown;
};

/** Conversations change independently: one that is gone or fails does not stop the others. */
export const updateConversations = async (
  caller: Worker,
  { ids, changes, is_opened: isOpened, seen = {} }: BulkWork,
): Promise<BulkResult[]> => {
  if ((changes === undefined) === (isOpened === undefined))
    throw new ApiError('bad_request', 'Send either "changes" or "is_opened".');
  return Promise.all(
    [...new Set(ids)].map(async (id): Promise<BulkResult> => {
      const expected = { ...changes?.expected, last_inbound_at: seen[id] };
      const result = changes ? changeOne(caller, id, { ...changes, expected }) : markOne(caller, id, isOpened === true);
      return { id, ...(await result.catch(toFailure)) };
    }),
  );
};

type Outcome = Omit<BulkResult, 'id'>;

const changeOne = async (caller: Worker, id: string, changes: ConversationWork): Promise<Outcome> => {
  const { before, after } = await workOn(caller.workspaceId, id, changes, toMemberAuthor(caller));
  if (before === after) return { outcome: 'unchanged' };
  const { status, assigned_agent_id, team_id, waiting_since, snoozed_until } = toConversation(before);
  return { outcome: 'changed', before: { status, assigned_agent_id, team_id, waiting_since, snoozed_until } };
};

const markOne = async (caller: Worker, id: string, isOpened: boolean): Promise<Outcome> => {
  await markConversation(caller, id, isOpened);
  return { outcome: 'changed' };
};

/** An error that all of them share, such as an assignee who is not a member, is the caller's. */
const toFailure = (error: unknown): Outcome => {
  if (!(error instanceof ApiError)) return { outcome: 'failed' };
  if (error.code === 'conflict') return { outcome: 'outdated' };
  if (error.code !== 'not_found') throw error;
  return { outcome: 'not_found' };
};

export const markConversation = async (
  { workspaceId, userId }: Omit<Worker, 'name'>,
  id: string,
  isOpened: boolean,
): Promise<{ is_opened: boolean }> => {
  const mark = isOpened ? undefined : newId().slice(-12);
  const [isMarked] = await Promise.all([
    writeMark(workspaceId, id, mark),
    isOpened && removeMentionsIn(workspaceId, userId, id),
  ]);
  if (!isMarked) throw notFound('conversation');
  return { is_opened: isOpened };
};

/** Tells the audit log what changes: "closed, assigned to Ben", "snoozed until 2026-11-19T09:00:00.000Z". */
export const describeWork = async (
  workspaceId: string,
  { status, assigned_agent_id: agentId, team_id: teamId, waiting, snoozed_until: until }: ConversationWork,
): Promise<string> => {
  const [names, team] = await Promise.all([
    agentId ? findMemberNames(workspaceId, [agentId]) : undefined,
    teamId ? findTeam(workspaceId, teamId) : undefined,
  ]);
  const words = [
    ...(status === undefined ? [] : [{ open: 'opened', pending: 'set to pending', closed: 'closed' }[status]]),
    ...(agentId === undefined
      ? []
      : [agentId ? `assigned to ${names?.get(agentId) ?? agentId}` : 'assigned to nobody']),
    ...(teamId === undefined ? [] : [teamId ? `assigned to team ${team?.name ?? teamId}` : 'taken out of its team']),
    ...(until === undefined ? [] : [until ? `snoozed until ${until}` : 'no longer snoozed']),
    ...(waiting === undefined ? [] : [waiting ? 'marked as waiting' : 'marked as answered']),
  ];
  return words.join(', ') || 'nothing';
};
