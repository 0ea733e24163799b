import type { OfficeHours, Weekday } from '../../../functions/model/routing/office-hours.ts';
import { webChatTexts } from '../../texts/en/web-chat.ts';

const texts = webChatTexts.where;

const days: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** "Mon to Fri, 9:00 to 18:00; Sat, 9:00 to 13:00" */
export const hoursWords = (hours: OfficeHours | null): string => {
  if (!hours) return texts.always;
  const groups: { from: Weekday; to: Weekday; times: string }[] = [];
  for (const [index, day] of days.entries()) {
    const times = hours.week[day].map(({ from, to }) => texts.span(toTime(from), toTime(to))).join(', ');
    const last = groups.at(-1);
    if (last && last.to === days[index - 1] && last.times === times) last.to = day;
    else groups.push({ from: day, to: day, times });
  }
  const open = groups.filter(({ times }) => times !== '');
  const words = open.map(({ from, to, times }) => `${texts.days(texts.day[from], texts.day[to])}, ${times}`);
  return words.join('; ') || texts.closed;
};

const toTime = (time: string): string => time.replace(/^0(?=\d:)/, '');
