import { buildAssignmentJob, type EndTurnsJob, type TeamChangedJob } from '../../model/jobs/assignments.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { markByTurns } from '../../table/conversations/conversation-writes.ts';
import { queryConversations } from '../../table/conversations/conversations.ts';
import { putTakesTurns, queryMembers } from '../../table/members/members.ts';
import { queryTeams } from '../../table/teams/teams.ts';
import { removeTurn } from '../../table/turns/turns.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

/** A conversation given to the team while it was being changed is written within this time. */
const secondPassSeconds = 60;

/**
 * Marks who takes turns, and the conversations of a team that now assigns by turns; a run reads at most 2,000. A crash
 * repeats a run, and a second pass finds what came to the team meanwhile.
 */
export const applyTeamChange = async (job: TeamChangedJob): Promise<void> => {
  const { workspaceId, teamId, isTurnedOn, after, isSecondPass } = job;
  addLogFields({ workspace_id: workspaceId, team_id: teamId });
  const isFirst = after === undefined && !isSecondPass;
  const isOn = isFirst ? (await markMembers(workspaceId)).includes(teamId) : true;
  const next = isTurnedOn && isOn ? await markConversations(job) : undefined;
  if (next !== undefined) return enqueueJobs([buildAssignmentJob({ ...job, after: next })]);
  const { after: _, ...whole } = job;
  await enqueueJobs([
    buildAssignmentJob({ task: 'assign', workspaceId }),
    ...(isTurnedOn && !isSecondPass ? [buildAssignmentJob({ ...whole, isSecondPass: true }, secondPassSeconds)] : []),
  ]);
};

/** Returns the teams that assign by turns. If the teams change meanwhile, it starts again. */
const markMembers = (workspaceId: string): Promise<string[]> =>
  retryOnConflict(async () => {
    const [{ teams, version }, members] = await Promise.all([queryTeams(workspaceId), queryMembers(workspaceId)]);
    const assigning = teams.filter(({ auto_assign }) => auto_assign.is_on);
    const takers = new Set(assigning.flatMap(({ member_ids: ids }) => ids));
    const changed = members.filter(({ user_id: id, takes_turns: takes = false }) => takes !== takers.has(id));
    await Promise.all(changed.map(({ user_id: id }) => putTakesTurns(workspaceId, id, takers.has(id))));
    return (await queryTeams(workspaceId)).version === version ? assigning.map(({ id }) => id) : 'conflict';
  });

const markConversations = async ({ workspaceId, teamId, after }: TeamChangedJob): Promise<string | undefined> => {
  const page = { limit: 100, after };
  const { items, next } = await queryConversations(workspaceId, { team: { is: [teamId] } }, page, 'strong');
  const unmarked = items.filter(({ by_turns }) => !by_turns);
  await Promise.all(unmarked.map(({ id }) => markByTurns(workspaceId, id, teamId, true)));
  return next;
};

/** Removes the turn of a member who has left. Another job unassigns their conversations. */
export const endTurns = async ({ workspaceId, userId }: EndTurnsJob): Promise<void> => removeTurn(workspaceId, userId);
