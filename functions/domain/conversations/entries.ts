import { isSnoozed, type StoredConversation } from '../../model/conversations/conversation.ts';
import type { Author, ChangeEntry } from '../../model/conversations/timeline.ts';
import { isoTime } from '../../platform/clock.ts';
import { idTimeMs, newId } from '../../platform/ids.ts';

export const customer: Author = { kind: 'customer', id: null, name: null };

export const newChange = (
  author: Author,
  change: ChangeEntry['change'],
  member: ChangeEntry['member'] = null,
  until?: string,
): ChangeEntry => {
  const id = newId();
  return { type: 'change', id, created_at: isoTime(idTimeMs(id)), author, change, member, ...(until && { until }) };
};

/** The customer's opinion of the conversation. */
export const newRating = (rating: NonNullable<ChangeEntry['rating']>): ChangeEntry => ({
  ...newChange(customer, 'rated'),
  rating,
});

/** Lists the changes between the two, for the timeline. */
export const listChanges = (
  before: StoredConversation,
  after: StoredConversation,
  author: Author,
  { member, team }: { member: ChangeEntry['member']; team: ChangeEntry['team'] },
): ChangeEntry[] => [
  ...(before.status === after.status ? [] : [newChange(author, toStatusChange(before, after))]),
  ...(before.assigned_agent_id === after.assigned_agent_id
    ? []
    : [newChange(author, member ? 'assigned' : 'unassigned', member)]),
  ...(before.team_id === after.team_id
    ? []
    : [{ ...newChange(author, team ? 'team_assigned' : 'team_removed'), ...(team && { team }) }]),
  ...listSnoozing(before, after, author),
];

/** Closing it or setting it to pending says enough. */
const listSnoozing = (before: StoredConversation, after: StoredConversation, author: Author): ChangeEntry[] => {
  if (isSnoozed(after))
    return after.snooze === before.snooze ? [] : [newChange(author, 'snoozed', null, after.snooze?.until)];
  return isSnoozed(before) && after.status === 'open' ? [newChange(author, 'unsnoozed')] : [];
};

export const toStatusChange = (
  before: Pick<StoredConversation, 'status'>,
  { status }: Pick<StoredConversation, 'status'>,
): ChangeEntry['change'] => {
  if (status !== 'open') return status;
  return before.status === 'closed' ? 'reopened' : 'opened';
};
