import type { AssignJob } from '../../model/jobs/assignments.ts';
import { findPlacedConversations, type InboxRow, isWaiting, queryInboxRows } from '../../table/conversations/inbox.ts';

/** However large the inbox is, a run looks at so many open conversations, those that wait first. */
const rowsMax = 1_000;

/** The conversations that members have open, by member. */
export type OpenByMember = ReadonlyMap<string, ReadonlySet<string>>;

interface TurnQueue {
  /** Conversations of teams that wait for a member, in the order of the inbox. */
  waiting: InboxRow[];
  open: OpenByMember;
  /** The row after which more wait. Undefined if these are all. */
  next: string | undefined;
}

/** The index may lag behind the conversation that is the cause, so that one is read. */
export const readQueue = async ({ workspaceId, conversationId, after }: AssignJob): Promise<TurnQueue> => {
  const readRows = (from: string | undefined) => queryInboxRows(workspaceId, 'open', { limit: rowsMax, after: from });
  const [first, further, placed] = await Promise.all([
    readRows(undefined),
    after === undefined ? undefined : readRows(after),
    findPlacedConversations(workspaceId, conversationId === undefined ? [] : [conversationId]),
  ]);
  const changed = placed.filter(({ place }) => place === 'open').map(({ row }) => row);
  const withChanged = (rows: readonly InboxRow[]) => [...rows.filter(({ id }) => id !== conversationId), ...changed];
  const { items, next } = further ?? first;
  const isQueued = (row: InboxRow) => row.assigned_agent_id === null && row.team_id !== undefined && isWaiting(row);
  const waiting = withChanged(items).filter(isQueued);
  const last = items.at(-1);
  return {
    waiting: waiting.sort((one, other) => (one.position < other.position ? -1 : 1)),
    open: toOpenByMember(withChanged(first.items)),
    next: last && isWaiting(last) ? next : undefined,
  };
};

export const toOpenByMember = (rows: readonly InboxRow[]): OpenByMember =>
  new Map(
    [...Map.groupBy(rows, ({ assigned_agent_id: id }) => id ?? '')].map(([id, own]) => [
      id,
      new Set(own.map((row) => row.id)),
    ]),
  );
