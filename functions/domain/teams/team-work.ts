import type { Team, TeamWork } from '../../model/teams/team.ts';
import { byTurn, turnStateOf } from '../../model/turns/turn.ts';
import { clock } from '../../platform/clock.ts';
import { isWaiting, queryInboxRows } from '../../table/conversations/inbox.ts';
import { findMembers } from '../../table/members/members.ts';
import { queryTeams } from '../../table/teams/teams.ts';
import { findTurns } from '../../table/turns/turns.ts';
import { type OpenByMember, toOpenByMember } from './turn-queue.ts';

/** However large the inbox is, this looks at so many open conversations, those that wait first. */
const rowsMax = 1_000;

/** The open conversations of each team and each of its members. */
export const listTeamWork = async (workspaceId: string): Promise<{ teams: TeamWork[]; is_exact: boolean }> => {
  const [{ teams }, { items, next }] = await Promise.all([
    queryTeams(workspaceId),
    queryInboxRows(workspaceId, 'open', { limit: rowsMax, after: undefined }),
  ]);
  const findTurnsOf = await readTurns(workspaceId, teams, toOpenByMember(items));
  const shown = teams.map((team): TeamWork => {
    const { id, member_ids: memberIds } = team;
    const rows = items.filter(({ team_id }) => team_id === id);
    const openOf = (userId: string): number => rows.filter((row) => row.assigned_agent_id === userId).length;
    const turns = findTurnsOf(team);
    return {
      team_id: id,
      open: rows.length,
      unassigned: rows.filter((row) => isWaiting(row) && row.assigned_agent_id === null).length,
      members: memberIds.map((userId) => ({ user_id: userId, open: openOf(userId), ...turns?.of(userId) })),
      ...(turns && { next_user_id: turns.next }),
    };
  });
  return { teams: shown, is_exact: next === undefined };
};

/** Nothing is read unless a team assigns by turns. */
const readTurns = async (workspaceId: string, teams: readonly Team[], open: OpenByMember) => {
  const ids = new Set(teams.flatMap(({ auto_assign, member_ids }) => (auto_assign.is_on ? member_ids : [])));
  const [members, turns] = await Promise.all([
    findMembers(workspaceId, [...ids]),
    findTurns(workspaceId, [...ids], 'eventual'),
  ]);
  const inOrder = turns.sort(byTurn);
  const now = clock.now();
  return ({ auto_assign: { is_on, open_max: openMax }, member_ids: memberIds }: Team) => {
    if (!is_on) return undefined;
    const of = (userId: string): Pick<TeamWork['members'][number], 'turn'> => {
      const member = members.find(({ user_id }) => user_id === userId) ?? {};
      const count = open.get(userId)?.size ?? 0;
      return { turn: { open: count, state: turnStateOf(member, count, openMax, now) } };
    };
    const next = inOrder.find(({ user_id: id }) => memberIds.includes(id) && of(id).turn?.state === 'here');
    return { of, next: next?.user_id ?? null };
  };
};
