import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import type { ContentType } from '../../../../functions/model/messages/message.ts';
import type { UsualWaits } from '../../../../functions/model/reports/metric.ts';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import { ageWords, rowTime, spokenAge } from '../words/ages.ts';
import { messageWords } from '../words/message-words.ts';
import { authorName } from '../words/names.ts';
import { snoozeSign } from '../words/snooze-words.ts';

export interface RowContext {
  userId: string;
  nowMs: number;
  /** The text of this browser's draft. */
  draft?: string | undefined;
  /** The names of members by id. */
  members: ReadonlyMap<string, string>;
  longWait?: LongWait | undefined;
}

export interface RowPreview {
  prefix: string | undefined;
  isBad: boolean;
  isDraft?: boolean;
  text: string;
  /** The kind of a message that is more than its text. */
  kind?: ContentType;
}

/** The second line of a row. */
export const previewOf = (
  { contact, last_message: last }: Pick<InboxConversation, 'contact' | 'last_message'>,
  { userId, draft }: Pick<RowContext, 'userId' | 'draft'>,
): RowPreview => {
  if (draft) return { prefix: texts.preview.draft, isBad: false, isDraft: true, text: draft };
  if (!last) return { prefix: undefined, isBad: false, text: texts.preview.none };
  const shown = { text: messageWords(last), ...(last.deleted_at === null ? { kind: last.content_type } : {}) };
  if (last.direction === 'inbound') return { prefix: undefined, isBad: false, ...shown };
  if (last.status === 'failed') return { prefix: texts.preview.notDelivered, isBad: true, ...shown };
  if (last.author.kind === 'broadcast') return { prefix: texts.preview.broadcast, isBad: false, ...shown };
  const author = authorName(last.author, userId, contactName(contact)).split(' ')[0] ?? '';
  return { prefix: texts.preview.by(author), isBad: false, ...shown };
};

/** Longer than twice the median, or than nine of ten. Half of all waits are longer than the median itself. */
export type LongWait = 'long' | 'longest';

/**
 * Compares the wait with the usual ones. Nights and weekends count in both. A conversation that somebody set aside has no
 * long wait, because its row says that it was set aside.
 */
export const longWaitOf = (
  { waiting_since: since, status, snoozed_until: snoozed, is_back }: InboxConversation,
  usual: UsualWaits | null | undefined,
  nowMs: number,
): LongWait | undefined => {
  if (!usual || since === null || status !== 'open' || snoozed !== null || is_back) return undefined;
  const seconds = (nowMs - Date.parse(since)) / 1_000;
  if (seconds > usual.p90_seconds) return 'longest';
  return seconds > 2 * usual.median_seconds ? 'long' : undefined;
};

/** How long the customer waits, or when the last message came. */
export const timeOf = (
  { waiting_since: since, last_message_at: lastAt, status }: InboxConversation,
  nowMs: number,
): string => {
  if (since !== null && status === 'open') return ageWords(nowMs - Date.parse(since));
  return lastAt === null ? '' : rowTime(Date.parse(lastAt), nowMs);
};

export const assigneeName = (
  assigned: string | null,
  { userId, members }: Pick<RowContext, 'userId' | 'members'>,
): string => {
  if (assigned === null) return '';
  return assigned === userId ? texts.you : (members.get(assigned) ?? texts.former);
};

/** The accessible name of a row. */
export const rowLabel = (row: InboxConversation, context: RowContext): string => {
  const { prefix, text } = previewOf(row, context);
  const assignee = assigneeName(row.assigned_agent_id, context);
  return [
    contactName(row.contact),
    texts.channels[row.channel],
    row.waiting_since !== null && row.status === 'open'
      ? texts.list.row.waiting(spokenAge(context.nowMs - Date.parse(row.waiting_since)))
      : timeOf(row, context.nowMs),
    context.longWait && texts.list.row.longWaits[context.longWait],
    [prefix, text].filter(Boolean).join(' '),
    assignee && texts.list.row.assignedTo(assignee === texts.you ? assignee.toLowerCase() : assignee),
    row.is_opened ? '' : texts.list.row.notOpened,
    snoozeSign(row, context.nowMs),
    ...presenceWords(row.presence),
  ]
    .filter(Boolean)
    .join(', ');
};

const presenceWords = (presence: InboxConversation['presence']): string[] => {
  const named = (state: 'looking' | 'writing') => presence.filter((one) => one.state === state).map(({ name }) => name);
  const [writing, looking] = [named('writing'), named('looking')];
  return [
    ...(writing.length > 0 ? [texts.list.row.writing(writing)] : []),
    ...(looking.length > 0 ? [texts.list.row.looking(looking)] : []),
  ];
};
