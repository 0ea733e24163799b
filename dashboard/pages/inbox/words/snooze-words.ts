import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { locale } from '../../../texts/locale.ts';
import { dateTime, shortTime } from '../../../texts/time.ts';
import { daysBetween } from './ages.ts';

const texts = inboxTexts.snooze;

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const withYear = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** "1:30 PM" today, "Thu 9:00 AM" within a week, "Nov 30, 9:00 AM" after that. */
export const snoozeWords = (atMs: number, nowMs: number): string => {
  const days = daysBetween(nowMs, atMs);
  if (days === 0) return shortTime(atMs);
  if (days > 0 && days < 7) return `${weekday.format(atMs)} ${shortTime(atMs)}`;
  return new Date(atMs).getFullYear() === new Date(nowMs).getFullYear() ? dateTime(atMs) : withYear.format(atMs);
};

/** "Back from snooze", or when it comes back. */
export const snoozeSign = (
  { snoozed_until: until, is_back }: Pick<InboxConversation, 'snoozed_until' | 'is_back'>,
  nowMs: number,
): string | undefined => {
  if (is_back) return texts.back;
  return until === null ? undefined : texts.until(snoozeWords(Date.parse(until), nowMs));
};
