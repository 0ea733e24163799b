import type { Page } from '../../model/page.ts';
import type { TeamWork } from '../../model/teams/team.ts';
import { type InboxRow, isWaiting, queryInboxRows } from '../../table/conversations/inbox.ts';
import { queryTeams } from '../../table/teams/teams.ts';

/** However large the inbox is, this looks at so many open conversations, those that wait first. */
const rowsMax = 1_000;

/** The open conversations of each team and each of its members. */
export const listTeamWork = async (workspaceId: string): Promise<{ teams: TeamWork[]; is_exact: boolean }> => {
  const [{ teams }, { items, next }] = await Promise.all([queryTeams(workspaceId), queryOpen(workspaceId)]);
  const shown = teams.map(({ id, member_ids: memberIds }): TeamWork => {
    const rows = items.filter(({ team_id }) => team_id === id);
    const openOf = (userId: string): number => rows.filter((row) => row.assigned_agent_id === userId).length;
    return {
      team_id: id,
      open: rows.length,
      unassigned: rows.filter((row) => isWaiting(row) && row.assigned_agent_id === null).length,
      members: memberIds.map((userId) => ({ user_id: userId, open: openOf(userId) })),
    };
  });
  return { teams: shown, is_exact: next === undefined };
};

const queryOpen = (workspaceId: string): Promise<Page<InboxRow>> =>
  queryInboxRows(workspaceId, 'open', { limit: rowsMax, after: undefined });
