import type * as z from 'zod/mini';
import type {
  BulkResult,
  bulkRequest,
  conversationWork,
  InboxConversation,
} from '../../../../functions/model/conversations/inbox.ts';

export type Changes = z.input<typeof conversationWork>;

/** The state that an undo restores. The response to a bulk change has it, apart from `is_opened`. */
export type Before = NonNullable<BulkResult['before']> & { is_opened?: boolean; is_back?: boolean };

/** The conversation as the server will return it. */
export const afterChanges = (before: InboxConversation, changes: Changes, now: string): InboxConversation => {
  const status = changes.status ?? before.status;
  const isOpen = status === 'open';
  const until = changes.snoozed_until === undefined ? before.snoozed_until : changes.snoozed_until;
  const isHandled = changes.snoozed_until !== undefined || changes.waiting === false;
  const waits = changes.waiting ?? (before.waiting_since !== null && isOpen);
  return {
    ...before,
    status,
    assigned_agent_id: changes.assigned_agent_id === undefined ? before.assigned_agent_id : changes.assigned_agent_id,
    team_id: changes.team_id === undefined ? before.team_id : changes.team_id,
    waiting_since: waits ? (before.waiting_since ?? now) : null,
    snoozed_until: isOpen ? until : null,
    is_back: before.is_back && isOpen && !isHandled,
  };
};

/** Keeps only the fields that the changes set, because the others belong to other actions. */
export const fieldsOf = (
  { status, assigned_agent_id, team_id, waiting_since, snoozed_until, is_back = false }: Before,
  { status: newStatus, waiting, assigned_agent_id: newAgent, team_id: newTeam, snoozed_until: newUntil }: Changes,
) => ({
  ...(newStatus === undefined && waiting === undefined ? {} : { status, waiting_since }),
  ...(newStatus === undefined && waiting === undefined && newUntil === undefined ? {} : { snoozed_until, is_back }),
  ...(newAgent === undefined ? {} : { assigned_agent_id }),
  ...(newTeam === undefined ? {} : { team_id }),
});

/** The changes that undo these, unless a colleague has changed the same since. A snooze that is over by now stays so. */
export const undoOf = (before: Before, changes: Changes): Changes => {
  const { waiting_since: since, snoozed_until: until, is_back, ...fields } = fieldsOf(before, changes);
  const isAhead = until != null && until > new Date().toISOString();
  const { snoozed_until: newUntil } = changes;
  return {
    ...fields,
    ...(fields.status === 'open' ? { waiting: since !== null } : {}),
    ...(isAhead ? { snoozed_until: until } : newUntil ? { snoozed_until: null } : {}),
    expected: {
      status: changes.status,
      assigned_agent_id: changes.assigned_agent_id,
      team_id: changes.team_id,
      ...(newUntil === undefined ? {} : { snoozed_until: newUntil }),
    },
  };
};

type BulkRequest = z.input<typeof bulkRequest>;

export type BulkChange = Pick<BulkRequest, 'changes' | 'is_opened'>;

/** Undefined if the conversation was opened, or not, before the change already. */
const undoOfOne = (before: Before | undefined, { changes, is_opened }: BulkChange): BulkChange | undefined => {
  if (changes) return before && { changes: undoOf(before, changes) };
  return before?.is_opened === is_opened ? undefined : { is_opened: !is_opened };
};

/** Conversations that were alike before the change share a request. */
export const undoRequests = (
  ids: readonly string[],
  before: ReadonlyMap<string, Before>,
  change: BulkChange,
): BulkRequest[] => {
  const requests = new Map<string, BulkRequest>();
  for (const id of ids) {
    const undo = undoOfOne(before.get(id), change);
    if (!undo) continue;
    const { status, waiting, assigned_agent_id: assigned, team_id: team, snoozed_until: until } = undo.changes ?? {};
    const alike = [status, waiting, assigned, team, until].join();
    requests.set(alike, { ...undo, ids: [...(requests.get(alike)?.ids ?? []), id] });
  }
  return [...requests.values()];
};
