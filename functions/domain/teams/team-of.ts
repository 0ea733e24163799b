import { ApiError } from '../../model/api-error.ts';
import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { Team } from '../../model/teams/team.ts';
import type { TeamMatch } from '../../table/conversations/conversations.ts';
import { findTeam, findTeams, queryTeams } from '../../table/teams/teams.ts';

/** A conversation of a deleted team has none, even before the job that takes it out has run. */
export const withoutDeletedTeams = async (
  workspaceId: string,
  conversations: readonly StoredConversation[],
): Promise<StoredConversation[]> => {
  const ids = conversations.flatMap(({ team_id }) => team_id ?? []);
  const known = ids.length === 0 ? [] : (await findTeams(workspaceId, ids)).map(({ id }) => id);
  return conversations.map((conversation) => {
    const { team_id, ...others } = conversation;
    return team_id === undefined || known.includes(team_id) ? conversation : others;
  });
};

export const getTeamOf = async (workspaceId: string, teamId: string): Promise<Team> => {
  const team = await findTeam(workspaceId, teamId);
  if (team) return team;
  throw new ApiError('bad_request', '"team_id" is not a team of this workspace. Use an id of GET /teams, or null.');
};

/** The id of a team, `none`, or `mine` for the teams of a member. `none` also finds conversations of deleted teams. */
export const readTeamFilter = async (
  workspaceId: string,
  filter: string | undefined,
  userId?: string,
): Promise<TeamMatch | undefined> => {
  if (filter === undefined) return undefined;
  const { teams } = await queryTeams(workspaceId);
  if (filter === 'none') return { isNot: teams.map(({ id }) => id) };
  const isMeant = ({ id, member_ids }: Team): boolean =>
    filter === 'mine' ? userId !== undefined && member_ids.includes(userId) : id === filter;
  return { is: teams.filter(isMeant).map(({ id }) => id) };
};

export const isOfTeam = (match: TeamMatch | undefined, { team_id }: { team_id?: string | undefined }): boolean => {
  if (!match) return true;
  if (match.is) return team_id !== undefined && match.is.includes(team_id);
  return team_id === undefined || !match.isNot.includes(team_id);
};
