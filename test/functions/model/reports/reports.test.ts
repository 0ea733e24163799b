import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../../functions/model/reports/fact.ts';
import { addTo, bucketCount, bucketOf, middleOf, quantileOf } from '../../../../functions/model/reports/histogram.ts';
import { cutReport } from '../../../../functions/model/reports/report.ts';
import { countFacts } from '../../../../functions/model/reports/rollup.ts';
import {
  addDays,
  countDays,
  dayOf,
  localClock,
  rangeBefore,
  slotMs,
} from '../../../../functions/model/reports/slots.ts';

const day = 86_400;

it('the buckets of a histogram are within 5 % of all that is in them, up to 400 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * day - 1 }), (seconds) => {
      const bucket = bucketOf(seconds);
      expect(bucket).toBeLessThan(bucketCount);
      expect(Math.abs(middleOf(bucket) - seconds)).toBeLessThanOrEqual(0.05 * seconds);
    }),
    { numRuns: 2_000 },
  );
});

it('medians and 90th percentiles of histograms that were added up are within 5 % of those of all values', () => {
  const durations = fc.array(fc.integer({ min: 0, max: 30 * day }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.array(durations, { minLength: 1, maxLength: 8 }), fc.constantFrom(0.5, 0.9), (parts, share) => {
      const merged = new Map<number, number>();
      for (const part of parts) for (const seconds of part) addTo(merged, bucketOf(seconds), 1);
      const sorted = parts.flat().toSorted((one, other) => one - other);
      const plain = sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
      expect(Math.abs((quantileOf(merged, share) ?? Number.NaN) - plain)).toBeLessThanOrEqual(0.05 * plain);
    }),
    { numRuns: 300 },
  );
});

it.each([
  [1, 7],
  [7, 7],
  [8, 14],
  [30, 35],
  [90, 91],
  [366, 371],
])('a range of %i days is compared with the one that began %i days before, so weekdays are the same', (days, shift) => {
  const range = { from: '2026-03-05', to: addDays('2026-03-05', days - 1) };
  const before = rangeBefore(range);
  expect([countDays(before.from, before.to), countDays(before.from, range.from) - 1]).toEqual([days, shift]);
  expect(before.to < range.from).toBe(true);
});

it('where today is counted until noon, the sum of the range before ends at noon, and its days are whole', () => {
  const hours = ['2026-11-11T08:00Z', '2026-11-12T08:00Z', '2026-11-12T18:00Z', '2026-11-19T08:00Z'];
  const facts = hours.map((at): Fact => {
    const at_ms = Date.parse(at);
    return { kind: 'incoming', id: at, at_ms, conversation_id: '', channel: 'web', tag_ids: [] };
  });
  const days = [...Map.groupBy(facts, ({ at_ms }) => dayOf(at_ms))].map(([day, own]) => ({
    day,
    rollup: countFacts(own),
  }));
  const cut = { from: '2026-11-18', to: '2026-11-19', timeZone: 'UTC', by: 'day' as const, filter: {} };
  const read = (until: string) => cutReport('incoming', days, { ...cut, countedUntilMs: Date.parse(until) });
  const atNoon = read('2026-11-19T12:00Z');
  expect([atNoon.total.count, atNoon.before.count]).toEqual([1, 2]);
  expect(atNoon.before_rows.map(({ count }) => count)).toEqual([1, 2]);
  expect(read('2026-11-20T00:00Z').before.count).toBe(3);
});

describe('a quarter of an hour in UTC', () => {
  /** What the platform says, by another way than offsets. */
  const plain = (zone: string) => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', weekday: 'long' },
    });
    return (atMs: number) => {
      const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
      const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
      return { day: date, weekday: String(parts['weekday']).toLowerCase(), hour: Number(parts['hour']) };
    };
  };

  it.each([
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Apia',
  ])('lies on one day, weekday and hour of %s, whatever its offset, and as its clocks show it', (zone) => {
    const [toLocal, toPlain] = [localClock(zone), plain(zone)];
    const slots = fc.integer({
      min: Date.parse('2011-12-20T00:00Z') / slotMs,
      max: Date.parse('2027-12-31T00:00Z') / slotMs,
    });
    fc.assert(
      fc.property(slots, fc.integer({ min: 0, max: slotMs - 1 }), (slot, later) => {
        expect(toLocal(slot * slotMs)).toEqual(toPlain(slot * slotMs + later));
      }),
      { numRuns: 400 },
    );
    // The days on which clocks change are few, so they are looked at one by one.
    for (let slot = Date.parse('2026-03-25T00:00Z'); slot < Date.parse('2026-04-08T00:00Z'); slot += slotMs)
      expect(toLocal(slot)).toEqual(toPlain(slot));
  });
});
