import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';

interface News {
  row: InboxConversation;
  isAssignment: boolean;
}

/** Compares two reads of the list: a customer wrote, or a conversation was assigned to the person. */
export const newsOf = (
  before: readonly InboxConversation[] | undefined,
  rows: readonly InboxConversation[],
  { userId, isMineOnly }: { userId: string; isMineOnly: boolean },
): News[] => {
  if (!before || before.length === 0) return [];
  const known = new Map(before.map((row) => [row.id, row]));
  return rows.flatMap((row): News[] => {
    const isMine = row.assigned_agent_id === userId;
    if (!isMine && (isMineOnly || row.assigned_agent_id !== null)) return [];
    const old = known.get(row.id);
    const hasWritten =
      row.last_inbound_at !== null && row.last_inbound_at > (old?.last_inbound_at ?? '') && !row.is_opened;
    if (hasWritten && (old || row.waiting_since !== null)) return [{ row, isAssignment: false }];
    const wasAssigned = isMine && old !== undefined && old.assigned_agent_id !== userId;
    return wasAssigned ? [{ row, isAssignment: true }] : [];
  });
};
