import type { Team } from '../../functions/model/teams/team.ts';
import { clock, isoTime } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/ids.ts';
import { findConversations } from '../../functions/table/conversations/conversations.ts';
import { queryEntries } from '../../functions/table/conversations/notes.ts';
import { transact } from '../../functions/table/dynamodb/write.ts';
import { keys } from '../../functions/table/keys.ts';
import { putHere } from '../../functions/table/members/members.ts';
import { makeMember, makeWorkspace } from './dashboard/members.ts';
import { makeConversation } from './messages/conversations.ts';

interface TeamOptions {
  members: number;
  openMax: number;
  waiting: number;
}

/**
 * A team whose members are there, stored so that the stream carries nothing of it to the running service: only the test
 * assigns. Each customer waits longer than the next.
 */
export const makeQuietTeam = async ({ members, openMax, waiting }: TeamOptions) => {
  const workspaceId = await makeWorkspace();
  const callers = await Promise.all(Array.from({ length: members }, () => makeMember(workspaceId, 'agent')));
  const userIds = callers.map(({ userId }) => userId).sort();
  const now = isoTime(clock.now());
  const teamId = newId();
  const team: Team = {
    ...{ id: teamId, name: 'Billing', color: '#3b82f6', member_ids: userIds, created_at: now, updated_at: now },
    auto_assign: { is_on: true, open_max: openMax },
    office_hours: null,
  };
  await transact([{ Put: { Item: { ...keys.team(workspaceId, teamId), ...team } } }]);
  const hereAt = new Map<string, string>();
  const arrive = async (userId: string, atMs: number): Promise<void> => {
    const at = isoTime(atMs);
    await putHere(workspaceId, userId, { at, before: hereAt.get(userId), isArrival: true });
    hereAt.set(userId, at);
  };
  for (const userId of userIds) await arrive(userId, clock.now());
  const since = clock.now() - 3_600_000;
  const ids: string[] = [];
  const addWaiting = async (): Promise<void> => {
    const waiting_since = isoTime(since + ids.length * 1_000);
    ids.push(await makeConversation(workspaceId, { fields: { team_id: teamId, waiting_since } }));
  };
  for (let n = 0; n < waiting; n += 1) await addWaiting();
  const read = async () => {
    const found = await findConversations(workspaceId, ids);
    const all = ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
    const open = all.filter(({ status }) => status === 'open');
    const entries = await Promise.all(
      ids.map(async (id) => {
        const { items } = await queryEntries(id, { limit: 50, after: undefined }, 'strong');
        return items.flatMap((entry) => (entry.type === 'change' ? entry.change : []));
      }),
    );
    return {
      all,
      counts: userIds.map((userId) => open.filter(({ assigned_agent_id: agent }) => agent === userId).length),
      waiting: open.filter(({ assigned_agent_id: agent }) => agent === null).map(({ id }) => id),
      entries,
    };
  };
  return { workspaceId, teamId, userIds, ids, addWaiting, arrive, read };
};
