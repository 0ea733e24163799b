import type * as z from 'zod/mini';
import type { conversationWork, InboxConversation } from '../../../../functions/model/conversations/inbox.ts';

export type Changes = z.input<typeof conversationWork>;

/** The conversation as the server will return it. */
export const changed = (before: InboxConversation, changes: Changes, now: string): InboxConversation => {
  const status = changes.status ?? before.status;
  const waits = changes.waiting ?? (before.waiting_since !== null && status === 'open');
  return {
    ...before,
    status,
    assigned_agent_id: changes.assigned_agent_id === undefined ? before.assigned_agent_id : changes.assigned_agent_id,
    waiting_since: waits ? (before.waiting_since ?? now) : null,
  };
};

/** The changes that undo these. */
export const undoOf = (before: InboxConversation, changes: Changes): Changes => ({
  ...(changes.status === undefined && changes.waiting === undefined
    ? {}
    : { status: before.status, ...(before.status === 'open' ? { waiting: before.waiting_since !== null } : {}) }),
  ...(changes.assigned_agent_id === undefined ? {} : { assigned_agent_id: before.assigned_agent_id }),
});
