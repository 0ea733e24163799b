import { buildMaintenanceJob, type ClearTeamJob } from '../../model/jobs/maintenance.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { queryConversations } from '../../table/conversations/conversations.ts';
import { findPlacedConversations, removeFromTeam } from '../../table/conversations/inbox.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';

/** A change that had read the team just before it was deleted is written within this time. */
const secondPassSeconds = 60;

/**
 * Takes all conversations out of a deleted team; a run reads at most 2,000. A crash repeats a run, and a second pass finds
 * what was given to the team while it was being deleted.
 */
export const clearTeam = async ({ workspaceId, teamId, after, isSecondPass }: ClearTeamJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId, team_id: teamId });
  const page = { limit: 100, after };
  const { items, next } = await queryConversations(workspaceId, { team: { is: [teamId] } }, page, 'strong');
  await Promise.all(items.map(({ id }) => clearOne(workspaceId, id, teamId)));
  const job = { task: 'clear_team' as const, workspaceId, teamId, isSecondPass };
  if (next !== undefined) await enqueueJobs([buildMaintenanceJob({ ...job, after: next })]);
  else if (!isSecondPass) await enqueueJobs([buildMaintenanceJob({ ...job, isSecondPass: true }, secondPassSeconds)]);
};

const clearOne = (workspaceId: string, id: string, teamId: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const [found] = await findPlacedConversations(workspaceId, [id]);
    if (found?.conversation.team_id !== teamId) return false;
    return (await removeFromTeam(workspaceId, found.row, teamId)) || 'conflict';
  });
