import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areInOrder,
  isOpen,
  nextClosing,
  nextOpening,
  type OfficeHours,
  officeMs,
  type Span,
  weekdays,
} from '../../../../functions/model/routing/office-hours.ts';
import { isTimeZone } from '../../../../functions/model/routing/zone-offset.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Moments in the middle of what clocks there have done. */
const changes: readonly (readonly [zone: string, at: string])[] = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Pacific/Auckland', '2026-04-04T14:00Z'],
  ['Pacific/Auckland', '2026-09-26T14:00Z'],
  // At midnight: the day began at 1:00, and the last hour of a day came twice.
  ['America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['America/Sao_Paulo', '2019-02-17T02:00Z'],
  // Half an hour.
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  // A day that did not exist.
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['Asia/Kathmandu', '2026-07-01T00:00Z'],
  ['UTC', '2026-12-31T23:00Z'],
];

const closed = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as OfficeHours['week'];

const always = (span: Span): OfficeHours['week'] =>
  Object.fromEntries(weekdays.map((day) => [day, [span]])) as unknown as OfficeHours['week'];

/** Reads the clock on the wall, and looks it up. */
const modelOf = ({ time_zone: timeZone, week, holidays }: OfficeHours) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', weekday: 'long', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  return (atMs: number): boolean => {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
    const time = `${parts['hour']}:${parts['minute']}`;
    const day = weekdays.find((name) => name === parts['weekday']?.toLowerCase());
    const spans = holidays.find((holiday) => holiday.date === date)?.spans ?? (day ? week[day] : []);
    return spans.some(({ from, to }) => from <= time && time < to);
  };
};

const toTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Many begin or end in the hours that clocks skip and repeat, or at midnight. */
const minuteOfDay = fc.oneof(
  fc.constantFrom(0, 60, 90, 120, 150, 180, 1_380, 1_440),
  fc.integer({ min: 0, max: 1_440 }),
);

const spans = fc.uniqueArray(minuteOfDay, { maxLength: 6 }).map((minutes): Span[] => {
  const times = minutes.toSorted((one, other) => one - other).map(toTime);
  return times.flatMap((from, index) => {
    const to = times[index + 1];
    return index % 2 === 0 && to !== undefined ? [{ from, to }] : [];
  });
});

const cases = fc.constantFrom(...changes).chain(([time_zone, at]) =>
  fc.record({
    hours: fc.record({
      time_zone: fc.constant(time_zone),
      week: fc.record({
        ...{ monday: spans, tuesday: spans, wednesday: spans, thursday: spans, friday: spans },
        ...{ saturday: spans, sunday: spans },
      }),
      holidays: fc
        .uniqueArray(fc.record({ day: fc.integer({ min: -2, max: 2 }), spans }), {
          selector: ({ day }) => day,
          maxLength: 2,
        })
        .map((days) =>
          days.map(({ day, spans: own }) => ({
            date: new Date(Date.parse(at) + day * 24 * hourMs).toISOString().slice(0, 10),
            name: '',
            spans: own,
          })),
        ),
    }),
    fromMs: fc.integer({ min: -36 * 60, max: 12 * 60 }).map((minutes) => Date.parse(at) + minutes * minuteMs),
    minutes: fc.integer({ min: 0, max: 48 * 60 }),
  }),
);

describe('office hours agree with a clock on the wall, minute by minute', () => {
  it('in every minute and over every stretch, also where clocks change', () => {
    fc.assert(
      fc.property(cases, ({ hours, fromMs, minutes }) => {
        expect(hours.week.monday).toSatisfy(areInOrder);
        const isOpenOnWall = modelOf(hours);
        let sum = 0;
        for (let minute = 0; minute < minutes; minute += 1) {
          if (isOpenOnWall(fromMs + minute * minuteMs)) sum += minuteMs;
        }
        expect(officeMs(hours, fromMs, fromMs + minutes * minuteMs)).toBe(sum);
        const lastMs = fromMs + minutes * minuteMs + (minutes % 2) * (minuteMs - 1);
        expect(isOpen(hours, lastMs)).toBe(isOpenOnWall(lastMs));
      }),
      { numRuns: 150 },
    );
  });

  it('for the next opening and the next closing', () => {
    fc.assert(
      fc.property(cases, ({ hours, fromMs }) => {
        const isOpenOnWall = modelOf(hours);
        const find = (isWanted: boolean): number | undefined => {
          for (let atMs = fromMs; atMs < fromMs + 9 * 24 * hourMs; atMs += minuteMs)
            if (isOpenOnWall(atMs) === isWanted) return atMs;
          return undefined;
        };
        const opening = find(true);
        if (opening !== undefined) expect(nextOpening(hours, fromMs)).toBe(opening);
        if (opening === fromMs) expect(nextClosing(hours, fromMs)).toBe(find(false));
        else expect(nextClosing(hours, fromMs)).toBe(undefined);
      }),
      { numRuns: 60 },
    );
  });
});

describe('office hours', () => {
  const berlin = (week: Partial<OfficeHours['week']>, holidays: OfficeHours['holidays'] = []): OfficeHours => ({
    ...{ time_zone: 'Europe/Berlin', week: { ...closed, ...week }, holidays },
  });
  const at = (time: string) => Date.parse(time);
  const day = { from: '09:00', to: '17:00' };

  it('are always, unless a workspace has set them', () => {
    expect(isOpen(null, at('2026-01-01T00:00Z'))).toBe(true);
    expect(nextOpening(null, 7)).toBe(7);
    expect(nextClosing(null, 7)).toBe(undefined);
    expect(officeMs(null, 7, 19)).toBe(12);
  });

  it('begin with the first millisecond of a span and end before the last one', () => {
    const hours = berlin({ monday: [day] });
    expect([0, -1].map((ms) => isOpen(hours, at('2026-01-05T08:00Z') + ms))).toEqual([true, false]);
    expect([0, -1].map((ms) => isOpen(hours, at('2026-01-05T16:00Z') + ms))).toEqual([false, true]);
  });

  it('go on through midnight where a span ends at 24:00 and the next day begins at 00:00', () => {
    const hours = berlin({ monday: [{ from: '20:00', to: '24:00' }], tuesday: [{ from: '00:00', to: '02:00' }] });
    expect(nextClosing(hours, at('2026-01-05T19:30Z'))).toBe(at('2026-01-06T01:00Z'));
  });

  it('have an hour less or more in the night in which clocks change', () => {
    const hours = berlin({ sunday: [{ from: '00:00', to: '24:00' }] });
    const hoursOf = (date: string) =>
      officeMs(hours, at(`${date}T00:00Z`) - 12 * hourMs, at(`${date}T00:00Z`) + 36 * hourMs);
    expect(['2026-03-22', '2026-03-29', '2026-10-25'].map((date) => hoursOf(date) / hourMs)).toEqual([24, 23, 25]);
  });

  it('open next week where clocks skip the only span', () => {
    const hours = berlin({ sunday: [{ from: '02:00', to: '03:00' }] });
    expect(nextOpening(hours, at('2026-03-28T12:00Z'))).toBe(at('2026-04-05T00:00Z'));
  });

  it('open twice in the hour that comes twice', () => {
    const hours = berlin({ sunday: [{ from: '02:00', to: '02:30' }] });
    const opening = at('2026-10-25T00:00Z');
    expect(nextOpening(hours, opening - hourMs)).toBe(opening);
    expect(nextClosing(hours, opening)).toBe(opening + 30 * minuteMs);
    expect(nextOpening(hours, opening + 30 * minuteMs)).toBe(opening + hourMs);
  });

  it('are those of a holiday on its day, and open after the longest holidays', () => {
    const holidays = Array.from({ length: 100 }, (_, index) => ({
      date: new Date(at('2026-01-05T00:00Z') + index * 7 * 24 * hourMs).toISOString().slice(0, 10),
      ...{ name: 'Monday off', spans: index === 98 ? [{ from: '10:00', to: '11:00' }] : [] },
    }));
    expect(nextOpening(berlin({ monday: [day] }, holidays.slice(0, 98)), at('2026-01-05T00:00Z'))).toBe(
      at('2027-11-22T08:00Z'),
    );
    expect(nextOpening(berlin({}, holidays), at('2026-01-05T00:00Z'))).toBe(at('2027-11-22T09:00Z'));
  });

  it('never open in a week without spans', () => {
    expect(nextOpening(berlin({}), at('2026-01-05T00:00Z'))).toBe(undefined);
  });

  it('close on a holiday after which they never open again', () => {
    const hours = berlin({}, [{ date: '2026-01-06', name: 'Open day', spans: [day] }]);
    expect(nextClosing(hours, at('2026-01-06T09:00Z'))).toBe(at('2026-01-06T16:00Z'));
  });

  it('never close in a week that is open around the clock', () => {
    expect(nextClosing(berlin(always({ from: '00:00', to: '24:00' })), at('2026-01-05T00:00Z'))).toBe(undefined);
  });
});

it('a time zone is a name of the IANA database', () => {
  expect(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu'].every(isTimeZone)).toBe(true);
  expect(['', '+02:00', 'europe/berlin', 'Europe/Atlantis', 'Berlin', 'CEST'].some(isTimeZone)).toBe(false);
});
