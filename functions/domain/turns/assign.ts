import { isHeldBy, type StoredConversation, waitsForMember } from '../../model/conversations/conversation.ts';
import { type AssignJob, buildAssignmentJob, type SweepAssignmentsJob } from '../../model/jobs/assignments.ts';
import type { Team } from '../../model/teams/team.ts';
import { byTurn, isHere, type Turn } from '../../model/turns/turn.ts';
import { clock } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { giveConversation, markByTurns } from '../../table/conversations/conversation-writes.ts';
import { findConversation, findConversations } from '../../table/conversations/conversations.ts';
import { findMembers, type StoredMember } from '../../table/members/members.ts';
import { findTeam, queryTeams } from '../../table/teams/teams.ts';
import { findTurns, queryAssigning, turnPart } from '../../table/turns/turns.ts';
import { newChange } from '../conversations/entries.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { type OpenByMember, readQueue } from '../teams/turn-queue.ts';

/** The rest is for another run. */
const givenMax = 50;

/**
 * Gives what waits in teams that assign by turns, in the order of the inbox, until nobody of a team is there or has room.
 * Any number of workers may do so at once: each giving is one transaction that states what it has read.
 */
export const assignConversations = async (job: AssignJob): Promise<void> => {
  const { workspaceId } = job;
  addLogFields({ workspace_id: workspaceId });
  const { teams } = await queryTeams(workspaceId);
  const assigning = new Set(teams.filter(({ auto_assign }) => auto_assign.is_on).map(({ id }) => id));
  const cause = job.conversationId && (await findConversation(workspaceId, job.conversationId));
  if (cause) await unmark(workspaceId, cause, assigning);
  if (assigning.size === 0) return;
  const { waiting, open, next } = await readQueue(job);
  let given = 0;
  for (const { id, team_id: teamId = '' } of waiting) {
    if (!assigning.has(teamId)) continue;
    if (given === givenMax) return enqueueJobs([buildAssignmentJob({ task: 'assign', workspaceId })]);
    const outcome = await retryOnConflict(() => giveOne(workspaceId, id, teamId, open));
    if (outcome === 'given') given += 1;
    if (outcome === 'nobody') assigning.delete(teamId);
    if (assigning.size === 0) break;
  }
  addLogFields({ given });
  if (next !== undefined && assigning.size > 0)
    await enqueueJobs([buildAssignmentJob({ task: 'assign', workspaceId, after: next })]);
};

/** The mark is left over from when the team assigned by turns. */
const unmark = async (
  workspaceId: string,
  { id, team_id: teamId, by_turns: isMarked }: StoredConversation,
  assigning: ReadonlySet<string>,
): Promise<void> => {
  if (isMarked && teamId && !assigning.has(teamId)) await markByTurns(workspaceId, id, teamId, false);
};

type Outcome = 'given' | 'nobody' | 'gone';

const giveOne = async (
  workspaceId: string,
  id: string,
  teamId: string,
  open: OpenByMember,
): Promise<Outcome | 'conflict'> => {
  const [conversation, team] = await Promise.all([findConversation(workspaceId, id), findTeam(workspaceId, teamId)]);
  if (!team?.auto_assign.is_on) return 'nobody';
  if (!conversation || !waitsForMember(conversation) || conversation.team_id !== teamId) return 'gone';
  const [members, turns] = await Promise.all([
    findMembers(workspaceId, team.member_ids),
    findTurns(workspaceId, team.member_ids),
  ]);
  const here = members.filter((member) => isHere(member, clock.now()));
  const order = turns
    .filter(({ user_id }) => here.some((member) => member.user_id === user_id))
    .sort((one, other) => Number(hadIt(conversation, other)) - Number(hadIt(conversation, one)) || byTurn(one, other));
  const budget = { reads: heldReadsMax };
  for (const turn of order) {
    const held = await findHeld(workspaceId, turn, team, open, budget);
    const member = here.find(({ user_id }) => user_id === turn.user_id);
    if (held && member) return (await give(workspaceId, conversation, team, { turn, held, member })) || 'conflict';
  }
  return 'nobody';
};

/** A customer who returns goes to the member who had the conversation when it was closed. */
const hadIt = ({ had_by }: StoredConversation, { user_id }: Turn): boolean => had_by === user_id;

/** How many conversations of members who look full one run reads to find out whether they still are. */
const heldReadsMax = 1_000;

/**
 * The conversations that the member was given and may still have. Undefined if the member has no room for another one.
 * The index may lag, but the list in the turn has every conversation that was given, so the limit holds.
 */
const findHeld = async (
  workspaceId: string,
  { user_id: userId, given }: Turn,
  { auto_assign: { open_max: openMax } }: Team,
  open: OpenByMember,
  budget: { reads: number },
): Promise<readonly string[] | undefined> => {
  const listed = open.get(userId) ?? new Set();
  if (countBoth(listed, given) < openMax) return given;
  const unsure = given.filter((id) => !listed.has(id));
  if (listed.size >= openMax || unsure.length === 0 || unsure.length > budget.reads) return undefined;
  budget.reads -= unsure.length;
  const read = await findConversations(workspaceId, unsure);
  const kept = new Set(read.filter((one) => isHeldBy(userId, one)).map(({ id }) => id));
  const held = given.filter((id) => listed.has(id) || kept.has(id));
  return countBoth(listed, held) < openMax ? held : undefined;
};

const countBoth = (listed: ReadonlySet<string>, given: readonly string[]): number =>
  new Set([...listed, ...given]).size;

interface Taker {
  turn: Turn;
  held: readonly string[];
  member: StoredMember;
}

/** It fails if somebody else took the conversation, or if the member was given another one. */
const give = async (
  workspaceId: string,
  conversation: StoredConversation,
  { id: teamId, name }: Team,
  { turn, held, member }: Taker,
): Promise<'given' | false> => {
  const entry = newChange({ kind: 'team', id: teamId, name }, 'assigned', { id: member.user_id, name: member.name });
  const part = turnPart(
    workspaceId,
    turn,
    [...held.filter((id) => id !== conversation.id), conversation.id],
    entry.created_at,
  );
  return (await giveConversation(workspaceId, conversation, member.user_id, entry, part)) && 'given';
};

/** Each workspace with such teams gets a job, which finds what a lost one left waiting. */
export const sweepAssignments = async ({ task, after }: SweepAssignmentsJob): Promise<void> => {
  const { workspaceIds, next } = await queryAssigning(after);
  addLogFields({ workspaces: workspaceIds.length });
  await enqueueJobs([
    ...workspaceIds.map((workspaceId) => buildAssignmentJob({ task: 'assign', workspaceId })),
    ...(next === undefined ? [] : [buildAssignmentJob({ task, after: next })]),
  ]);
};
