import { buildMaintenanceJob, type UnassignJob } from '../../model/jobs/maintenance.ts';
import { unassignConversation } from '../../table/conversations/conversation-writes.ts';
import { queryConversations } from '../../table/conversations/conversations.ts';
import { removeOwnReplies } from '../../table/inbox/saved-replies.ts';
import { findMember } from '../../table/members/members.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { leaveTeams } from '../teams/teams.ts';

/** An assignment that had read the member just before they left is written within this time. */
const secondPassSeconds = 60;

/**
 * Takes a member who has left off all conversations and teams, and removes the saved replies that nobody else has seen; a run reads
 * at most 2,000. A crash repeats a run, and a second
 * pass finds what was assigned while the member was leaving.
 */
export const unassignConversations = async ({
  workspaceId,
  userId,
  after,
  isSecondPass,
}: UnassignJob): Promise<void> => {
  addLogFields({ workspace_id: workspaceId, user_id: userId });
  // The member was invited again meanwhile.
  if (await findMember(workspaceId, userId)) return;
  await Promise.all([removeOwnReplies(workspaceId, userId), leaveTeams(workspaceId, userId)]);
  const page = { limit: 100, after };
  const { items, next } = await queryConversations(workspaceId, { assigned_agent_id: userId }, page, 'strong');
  await Promise.all(items.map(({ id }) => unassignConversation(workspaceId, id, userId)));
  const job = { task: 'unassign' as const, workspaceId, userId, isSecondPass };
  if (next !== undefined) await enqueueJobs([buildMaintenanceJob({ ...job, after: next })]);
  else if (!isSecondPass) await enqueueJobs([buildMaintenanceJob({ ...job, isSecondPass: true }, secondPassSeconds)]);
};
