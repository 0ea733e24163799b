import { type AwayMessage, hasTexts } from '../../../functions/model/routing/away-message.ts';
import { areInOrder, type OfficeHours, type Span, weekdays } from '../../../functions/model/routing/office-hours.ts';
import type { Routing, RoutingChanges } from '../../../functions/model/routing/routing.ts';
import { hoursTexts as texts } from '../../texts/en/routing.ts';

/** The fields of the form as they are typed: a time may be incomplete. */
export interface HoursDraft {
  isOn: boolean;
  hours: OfficeHours;
  /** A team has none of its own. */
  away?: AwayMessage;
}

const workday: readonly Span[] = [{ from: '09:00', to: '17:00' }];

const usualWeek: OfficeHours['week'] = {
  ...{ monday: [...workday], tuesday: [...workday], wednesday: [...workday], thursday: [...workday] },
  ...{ friday: [...workday], saturday: [], sunday: [] },
};

type Saved = Pick<Routing, 'office_hours'> & Partial<Pick<Routing, 'away_message'>>;

export const toHoursDraft = ({ office_hours, away_message: away }: Saved, timeZone: string): HoursDraft => ({
  isOn: office_hours !== null,
  hours: office_hours ?? { time_zone: timeZone, week: usualWeek, holidays: [] },
  ...(away && { away }),
});

/** 9, 9:5 and 0930 are times, too. Undefined for what is none. */
export const readClockTime = (text: string): string | undefined => {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.]?(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return time <= '24:00' ? time : undefined;
};

const readSpans = (spans: readonly Span[]): Span[] | undefined => {
  const read = spans.map(({ from, to }) => ({ from: readClockTime(from) ?? '', to: readClockTime(to) ?? '' }));
  return read.every(({ from, to }) => from !== '' && to !== '') ? read : undefined;
};

export const spansFault = (spans: readonly Span[]): string | undefined => {
  const read = readSpans(spans);
  if (!read) return texts.timeFault;
  return areInOrder(read) ? undefined : texts.orderFault;
};

export const holidayFault = (holidays: OfficeHours['holidays'], index: number): string | undefined => {
  const { date = '', spans = [] } = holidays[index] ?? {};
  if (date === '') return texts.dateMissing;
  if (holidays.findIndex((holiday) => holiday.date === date) < index) return texts.dateTwice;
  return spansFault(spans);
};

export const awayFault = (away: AwayMessage): string | undefined => (hasTexts(away) ? undefined : texts.textMissing);

export const areHoursValid = ({ isOn, hours, away }: HoursDraft): boolean =>
  (away === undefined || awayFault(away) === undefined) &&
  (!isOn ||
    (weekdays.every((day) => spansFault(hours.week[day]) === undefined) &&
      hours.holidays.every((_, index) => holidayFault(hours.holidays, index) === undefined)));

export const toHoursChanges = ({ isOn, hours, away }: HoursDraft): RoutingChanges => {
  const week = Object.fromEntries(weekdays.map((day) => [day, readSpans(hours.week[day]) ?? []]));
  const holidays = hours.holidays
    .map((holiday) => ({ ...holiday, spans: readSpans(holiday.spans) ?? [] }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  return {
    office_hours: isOn ? { ...hours, week: week as OfficeHours['week'], holidays } : null,
    ...(away && { away_message: away }),
  };
};
