import type { Team } from '../../model/teams/team.ts';
import { noAutoAssign } from '../../model/turns/turn.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryBetween } from '../dynamodb/query.ts';
import { type Consistency, findItem, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** All teams of a workspace, newest first, and the version that the next change of any of them states. */
export interface Teams {
  teams: Team[];
  version: number;
}

export const queryTeams = async (workspaceId: string): Promise<Teams> => {
  const { pk, sk } = keys.teamVersion(workspaceId);
  const items = await queryBetween(pk, '0', sk);
  return {
    teams: items
      .filter((item) => item['sk'] !== sk)
      .map(toTeam)
      .reverse(),
    version: Number(items.find((item) => item['sk'] === sk)?.['version'] ?? 0),
  };
};

export const findTeam = async (workspaceId: string, teamId: string): Promise<Team | undefined> => {
  const item = await findItem(keys.team(workspaceId, teamId));
  return item && toTeam(item);
};

/** Teams that were deleted are missing from the result. */
export const findTeams = async (
  workspaceId: string,
  teamIds: readonly string[],
  consistency?: Consistency,
): Promise<Team[]> => {
  const teamKeys = [...new Set(teamIds)].map((id) => keys.team(workspaceId, id));
  return (await findItems(teamKeys, consistency)).map(toTeam);
};

/** False if another change of the workspace's teams came first: names and the number of teams depend on all of them. */
export const putTeam = (
  workspaceId: string,
  { version }: Teams,
  team: Team,
  related: readonly TransactionPart[] = [],
): Promise<boolean> =>
  writeTeams(workspaceId, version, [
    { Put: { Item: { ...keys.team(workspaceId, team.id), entity: 'team', ...team } } },
    ...related,
  ]);

export const removeTeam = (
  workspaceId: string,
  { version }: Teams,
  teamId: string,
  related: readonly TransactionPart[] = [],
): Promise<boolean> =>
  writeTeams(workspaceId, version, [{ Delete: { Key: keys.team(workspaceId, teamId) } }, ...related]);

const writeTeams = async (workspaceId: string, version: number, parts: TransactionPart[]): Promise<boolean> => {
  const { written } = await transact([
    {
      Update: {
        Key: keys.teamVersion(workspaceId),
        ConditionExpression: version === 0 ? 'attribute_not_exists(version)' : 'version = :before',
        UpdateExpression: 'SET version = :after',
        ExpressionAttributeValues: { ':after': version + 1, ...(version > 0 && { ':before': version }) },
      },
    },
    ...parts,
  ]);
  return written;
};

/** Teams from before these settings have none. */
const toTeam = ({ pk, sk, entity, auto_assign = noAutoAssign, office_hours = null, ...fields }: Item): Team =>
  ({ ...fields, auto_assign, office_hours }) as unknown as Team;
