import { describe, expect, test } from 'vitest';
import { exactTime, relativeTime } from '../../dashboard/texts/time.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');

describe('a time in the dashboard', () => {
  test.each([
    ['2026-11-15T11:59:59.500Z', 'just now'],
    ['2026-11-15T12:00:00.400Z', 'just now'],
    ['2026-11-15T11:59:48Z', '12 seconds ago'],
    ['2026-11-15T11:59:00Z', '1 minute ago'],
    ['2026-11-15T10:00:01Z', '1 hour ago'],
    ['2026-11-14T12:00:00Z', 'yesterday'],
    ['2026-11-09T12:00:00Z', '6 days ago'],
    ['2026-11-18T12:00:00Z', 'in 3 days'],
    ['2026-11-08T12:00:00Z', 'Nov 8, 2026'],
    ['2027-01-02T12:00:00Z', 'Jan 2, 2027'],
  ])('reads %s as "%s" at noon on November 15', (at, text) => {
    expect(relativeTime(Date.parse(at), nowMs)).toBe(text);
  });

  test('is exact to the second, with its time zone, where it is hovered or read aloud', () => {
    expect(exactTime(nowMs)).toMatch(/^November 15, 2026 at \d\d?:00:00 [AP]M \S+/);
  });
});
