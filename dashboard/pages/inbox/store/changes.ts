import type * as z from 'zod/mini';
import type {
  BulkResult,
  bulkRequest,
  conversationWork,
  InboxConversation,
} from '../../../../functions/model/conversations/inbox.ts';

export type Changes = z.input<typeof conversationWork>;

/** The state that an undo restores. The response to a bulk change has it, apart from `is_opened`. */
export type Before = NonNullable<BulkResult['before']> & { is_opened?: boolean };

/** The conversation as the server will return it. */
export const afterChanges = (before: InboxConversation, changes: Changes, now: string): InboxConversation => {
  const status = changes.status ?? before.status;
  const waits = changes.waiting ?? (before.waiting_since !== null && status === 'open');
  return {
    ...before,
    status,
    assigned_agent_id: changes.assigned_agent_id === undefined ? before.assigned_agent_id : changes.assigned_agent_id,
    waiting_since: waits ? (before.waiting_since ?? now) : null,
  };
};

/** Keeps only the fields that the changes set, because the others belong to other actions. */
export const fieldsOf = (
  { status, assigned_agent_id, waiting_since }: Before,
  { status: newStatus, waiting, assigned_agent_id: newAgent }: Changes,
) => ({
  ...(newStatus === undefined && waiting === undefined ? {} : { status, waiting_since }),
  ...(newAgent === undefined ? {} : { assigned_agent_id }),
});

/** The changes that undo these, unless a colleague has changed the same since. */
export const undoOf = (before: Before, changes: Changes): Changes => {
  const { waiting_since: since, ...fields } = fieldsOf(before, changes);
  return {
    ...fields,
    ...(fields.status === 'open' ? { waiting: since !== null } : {}),
    expected: { status: changes.status, assigned_agent_id: changes.assigned_agent_id },
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
    const { status, waiting, assigned_agent_id: assigned } = undo.changes ?? {};
    const alike = [status, waiting, assigned].join();
    requests.set(alike, { ...undo, ids: [...(requests.get(alike)?.ids ?? []), id] });
  }
  return [...requests.values()];
};
