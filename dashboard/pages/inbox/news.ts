import type { InboxConversation, Mention } from '../../../functions/model/conversations/inbox.ts';

interface News {
  row: InboxConversation;
  isAssignment: boolean;
}

/** Each conversation as it was last read. While the list does not contain it, its assignee is unknown. */
export type Known = ReadonlyMap<string, Pick<InboxConversation, 'last_inbound_at' | 'assigned_agent_id'>>;

interface NewsOptions {
  userId: string;
  isMineOnly: boolean;
  /** If false, a row that was not read before may only have moved up. */
  isWhole: boolean;
  /** True if the person took the conversation, so its assignment is no news. */
  isTaken: (id: string) => boolean;
}

/** A customer wrote, or a conversation was assigned to the person. The first read has no news. */
export const newsOf = (known: Known | undefined, rows: readonly InboxConversation[], options: NewsOptions): News[] =>
  rows.flatMap((row): News[] => {
    const isMine = row.assigned_agent_id === options.userId;
    const old = known?.get(row.id);
    if (!known || (!old && !options.isWhole)) return [];
    if (!isMine && (options.isMineOnly || row.assigned_agent_id !== null)) return [];
    const hasWritten = !row.is_opened && (row.last_inbound_at ?? '') > (old?.last_inbound_at ?? '');
    if (hasWritten && (old || row.waiting_since !== null)) return [{ row, isAssignment: false }];
    const isAssigned = isMine && old?.assigned_agent_id !== options.userId && !options.isTaken(row.id);
    return isAssigned ? [{ row, isAssignment: true }] : [];
  });

export const withRead = (known: Known = new Map(), rows: readonly InboxConversation[]): Known =>
  new Map([
    ...[...known].map(([id, { last_inbound_at }]) => [id, { last_inbound_at, assigned_agent_id: null }] as const),
    ...rows.map(({ id, last_inbound_at, assigned_agent_id }) => [id, { last_inbound_at, assigned_agent_id }] as const),
  ]);

/** The first read has no news. */
export const newMentions = (known: readonly Mention[] | undefined, mentions: readonly Mention[]): readonly Mention[] =>
  known ? mentions.filter(({ note_id }) => !known.some((one) => one.note_id === note_id)) : [];
