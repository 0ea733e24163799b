import { type InboxCounts, inboxCountMax } from '../../model/conversations/inbox.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { type InboxRow, isWaiting, queryInboxRows, queryOpenAndSnoozed } from '../../table/conversations/inbox.ts';
import { queryMentions } from '../../table/conversations/mentions.ts';
import { type Changes, withChanges } from './changed-rows.ts';

/** A page counts every 15 seconds: this is 8 read units for each of the two. */
export const countInbox = async (
  { workspaceId, userId, turns }: MemberCaller,
  changes?: Changes | undefined,
): Promise<InboxCounts> => {
  const page = { limit: inboxCountMax, after: undefined };
  const [listed, listedPending, mentions] = await Promise.all([
    queryOpenAndSnoozed(workspaceId, page),
    queryInboxRows(workspaceId, 'pending', page),
    queryMentions(workspaceId, userId, changes && 'strong'),
  ]);
  const { items: open, next: nextOpen } = withChanges(listed.open, changes, 'open');
  const { items: pending, next: nextPending } = withChanges(listedPending, changes, 'pending');
  const { items: snoozed } = withChanges({ items: listed.snoozed, next: undefined }, changes, 'snoozed');
  const mine = open.filter(({ assigned_agent_id }) => assigned_agent_id === userId);
  const unassigned = open.filter(({ assigned_agent_id }) => assigned_agent_id === null);
  return {
    mine: mine.length,
    unassigned: unassigned.length,
    all: open.length,
    waiting: pending.length,
    snoozed: Math.min(snoozed.length, inboxCountMax),
    by_member: countByMember(open),
    due: [...mine, ...unassigned].filter(isWaiting).length,
    ...countTeams(open),
    ...(turns && { is_away: turns.away_since !== undefined }),
    mentions,
    is_exact: nextOpen === undefined && nextPending === undefined,
  };
};

const countByMember = (rows: readonly InboxRow[]): Record<string, number> => {
  const byMember = Map.groupBy(rows, ({ assigned_agent_id: id }) => id);
  return Object.fromEntries([...byMember].flatMap(([id, own]) => (id === null ? [] : [[id, own.length]])));
};

const countTeams = (open: readonly InboxRow[]): Pick<InboxCounts, 'teams'> => {
  const ids = open.flatMap(({ team_id }) => team_id ?? []);
  const counts = Object.groupBy(ids, (id) => id);
  if (ids.length === 0) return {};
  return { teams: Object.fromEntries(Object.entries(counts).map(([id, own = []]) => [id, own.length])) };
};
