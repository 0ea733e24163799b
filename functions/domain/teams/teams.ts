import { isDeepStrictEqual } from 'node:util';
import { ApiError, notFound } from '../../model/api-error.ts';
import { pickColor } from '../../model/contacts/tag.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { type NewTeam, type Team, type TeamChanges, teamsMax } from '../../model/teams/team.ts';
import { noAutoAssign } from '../../model/turns/turn.ts';
import { toNameKey } from '../../model/unique-name.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { TransactionPart } from '../../table/dynamodb/write.ts';
import { findMembers } from '../../table/members/members.ts';
import * as table from '../../table/teams/teams.ts';
import { assigningPart } from '../../table/turns/turns.ts';

/** The newest come first. They are so few that all are read for each page. */
export const listTeams = async (workspaceId: string, { limit, after }: PageRequest): Promise<Page<Team>> => {
  const { teams } = await table.queryTeams(workspaceId);
  const remaining = after === undefined ? teams : teams.filter(({ id }) => id < after);
  const items = remaining.slice(0, limit);
  return { items, next: remaining.length > limit ? items.at(-1)?.id : undefined };
};

export const getTeam = async (workspaceId: string, teamId: string): Promise<Team> => {
  const team = await table.findTeam(workspaceId, teamId);
  if (!team) throw notFound('team');
  return team;
};

/** Idempotent: a retry with the same id returns the stored team. */
export const createTeam = async (
  workspaceId: string,
  id: string,
  { name, color = pickColor(name), member_ids = [], auto_assign: changes, office_hours = null }: NewTeam,
): Promise<Team> => {
  const now = isoTime(clock.now());
  const memberIds = [...new Set(member_ids)];
  const auto_assign = applyAutoAssign(noAutoAssign, changes);
  const times = { created_at: now, updated_at: now };
  const team: Team = { id, name, color, member_ids: memberIds, auto_assign, office_hours, ...times };
  await checkMembers(workspaceId, team.member_ids);
  return retryOnConflict(async () => {
    const before = await table.queryTeams(workspaceId);
    const stored = before.teams.find((one) => one.id === id);
    if (stored) return stored;
    checkName(before.teams, team);
    if (before.teams.length >= teamsMax)
      throw new ApiError('bad_request', `A workspace has at most ${teamsMax} teams. Delete one first.`);
    const listing = listingParts(workspaceId, undefined, team);
    return (await table.putTeam(workspaceId, before, team, listing)) ? team : 'conflict';
  });
};

/** Changes nothing, and writes nothing, if the team is as asked for already. */
export const updateTeam = async (workspaceId: string, teamId: string, changes: TeamChanges): Promise<Team> => {
  const { member_ids: memberIds } = changes;
  if (memberIds) await checkMembers(workspaceId, memberIds);
  const change = (before: Team): Team => ({
    ...before,
    name: changes.name ?? before.name,
    color: changes.color ?? before.color,
    member_ids: memberIds ? [...new Set(memberIds)] : before.member_ids,
    auto_assign: applyAutoAssign(before.auto_assign, changes.auto_assign),
    office_hours: changes.office_hours === undefined ? before.office_hours : changes.office_hours,
  });
  return changeTeam(workspaceId, teamId, change, listingParts);
};

const applyAutoAssign = (before: Team['auto_assign'], changes: NewTeam['auto_assign']): Team['auto_assign'] => ({
  is_on: changes?.is_on ?? before.is_on,
  open_max: changes?.open_max ?? before.open_max,
});

/** The sweep finds the team while it assigns by turns. */
const listingParts = (workspaceId: string, before: Team | undefined, after: Team | undefined): TransactionPart[] => {
  const [wasOn, isOn] = [before?.auto_assign.is_on ?? false, after?.auto_assign.is_on ?? false];
  const id = (after ?? before)?.id;
  return wasOn === isOn || id === undefined ? [] : [assigningPart(workspaceId, id, isOn)];
};

const changeTeam = (
  workspaceId: string,
  teamId: string,
  change: (before: Team) => Team,
  toRelated: typeof listingParts = () => [],
): Promise<Team> =>
  retryOnConflict(async () => {
    const all = await table.queryTeams(workspaceId);
    const before = all.teams.find(({ id }) => id === teamId);
    if (!before) throw notFound('team');
    const after = change(before);
    if (isDeepStrictEqual(after, before)) return before;
    checkName(all.teams, after);
    const changed = { ...after, updated_at: isoTime(clock.now()) };
    const related = toRelated(workspaceId, before, changed);
    return (await table.putTeam(workspaceId, all, changed, related)) ? changed : 'conflict';
  });

/** Its conversations show as those of no team at once. A job then takes them out of it. */
export const deleteTeam = (workspaceId: string, teamId: string): Promise<{ id: string; deleted: true }> =>
  retryOnConflict(async () => {
    const before = await table.queryTeams(workspaceId);
    const team = before.teams.find(({ id }) => id === teamId);
    if (!team) throw notFound('team');
    const removed = await table.removeTeam(workspaceId, before, teamId, listingParts(workspaceId, team, undefined));
    return removed ? { id: teamId, deleted: true as const } : 'conflict';
  });

/** Takes a member who has left out of all teams. */
export const leaveTeams = async (workspaceId: string, userId: string): Promise<void> => {
  const { teams } = await table.queryTeams(workspaceId);
  const own = teams.filter(({ member_ids: ids }) => ids.includes(userId));
  for (const { id } of own)
    await changeTeam(workspaceId, id, (team) => ({
      ...team,
      member_ids: team.member_ids.filter((memberId) => memberId !== userId),
    })).catch(ignoreDeleted);
};

const ignoreDeleted = (error: unknown): void => {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
};

const checkMembers = async (workspaceId: string, memberIds: readonly string[]): Promise<void> => {
  const distinct = [...new Set(memberIds)];
  if ((await findMembers(workspaceId, distinct)).length < distinct.length)
    throw new ApiError('bad_request', '"member_ids" has an id that is not a member of this workspace.');
};

const checkName = (teams: readonly Team[], { id, name }: Team): void => {
  const key = toNameKey(name);
  if (teams.some((other) => other.id !== id && toNameKey(other.name) === key))
    throw new ApiError('bad_request', `The workspace already has a team named "${name}". Choose another name.`);
};
