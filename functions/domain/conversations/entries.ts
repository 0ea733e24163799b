import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { Author, ChangeEntry } from '../../model/conversations/timeline.ts';
import { isoTime } from '../../platform/clock.ts';
import { idTimeMs, newId } from '../../platform/ids.ts';

export const customer: Author = { kind: 'customer', id: null, name: null };

export const newChange = (
  author: Author,
  change: ChangeEntry['change'],
  member: ChangeEntry['member'] = null,
): ChangeEntry => {
  const id = newId();
  return { type: 'change', id, created_at: isoTime(idTimeMs(id)), author, change, member };
};

/** Lists the changes between the two, for the timeline. */
export const listChanges = (
  before: StoredConversation,
  after: StoredConversation,
  author: Author,
  member: ChangeEntry['member'],
): ChangeEntry[] => [
  ...(before.status === after.status ? [] : [newChange(author, toStatusChange(before, after))]),
  ...(before.assigned_agent_id === after.assigned_agent_id
    ? []
    : [newChange(author, member ? 'assigned' : 'unassigned', member)]),
];

export const toStatusChange = (
  before: Pick<StoredConversation, 'status'>,
  { status }: Pick<StoredConversation, 'status'>,
): ChangeEntry['change'] => {
  if (status !== 'open') return status;
  return before.status === 'closed' ? 'reopened' : 'opened';
};
