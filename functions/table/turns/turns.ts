import type { Turn } from '../../model/turns/turn.ts';
import { assign } from '../dynamodb/expressions.ts';
import { queryRange } from '../dynamodb/query.ts';
import { type Consistency, findItems } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** In the order of the ids. Who was given nothing yet has a turn all the same. */
export const findTurns = async (
  workspaceId: string,
  userIds: readonly string[],
  consistency?: Consistency,
): Promise<Turn[]> => {
  const items = await findItems(
    userIds.map((id) => keys.turn(workspaceId, id)),
    consistency,
  );
  const stored = new Map(items.map(({ pk, sk, ...fields }) => [String(sk), fields as unknown as Turn]));
  return userIds.map((user_id) => stored.get(user_id) ?? { user_id, given: [], version: 0 });
};

/** Fails if the member was given another one since the turn was read. */
export const turnPart = (workspaceId: string, { user_id, version }: Turn, given: Turn['given'], at: string) =>
  ({
    Update: {
      Key: keys.turn(workspaceId, user_id),
      ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : '#version = :before',
      ...assign({ user_id, given, turn_at: at, version: version + 1 }, version === 0 ? {} : { ':before': version }),
    },
  }) satisfies TransactionPart;

export const removeTurn = async (workspaceId: string, userId: string): Promise<void> => {
  await transact([{ Delete: { Key: keys.turn(workspaceId, userId) } }]);
};

/** Lists a team for the sweep while it assigns by turns. */
export const assigningPart = (workspaceId: string, teamId: string, isAssigning: boolean): TransactionPart =>
  isAssigning
    ? { Put: { Item: { ...keys.assigningTeam(workspaceId, teamId) } } }
    : { Delete: { Key: keys.assigningTeam(workspaceId, teamId) } };

const rowsMax = 100;

/** Some of the workspaces with teams that assign by turns, in the order of their ids. */
export const queryAssigning = async (after = ' '): Promise<{ workspaceIds: string[]; next: string | undefined }> => {
  const found = await queryRange(keys.assigningTeam('', '').pk, after, '~', rowsMax, 'ascending');
  const rows = found.filter((sk) => sk !== after);
  const workspaceIds = new Set(rows.map((sk) => sk.slice(0, sk.indexOf('#'))));
  return { workspaceIds: [...workspaceIds], next: found.length === rowsMax ? found.at(-1) : undefined };
};
