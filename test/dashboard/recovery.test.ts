import { expect, test } from 'vitest';
import { firstTime, fromLocalInput, toLocalInput } from '../../dashboard/pages/webhooks/recovery.ts';

test('the field for a time shows the minute in which it lies', () => {
  const time = '2026-11-13T09:12:59.500Z';
  const minute = fromLocalInput(toLocalInput(time)) ?? '';
  expect(Date.parse(time) - Date.parse(minute)).toBe(59_500);
});

test.each(['', 'tomorrow', '2026-13-40T00:00'])('a field with %j has no time', (text) => {
  expect(fromLocalInput(text)).toBeUndefined();
});

test.each([
  ['the first failure', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['a day ago without one', undefined, '2026-11-18T12:00:00.000Z'],
  ['the oldest event that is kept', '2026-01-01T00:00:00.000Z', '2026-10-20T12:00:00.000Z'],
])('a recovery begins with %s', (_, from, expected) => {
  expect(firstTime(from, Date.parse('2026-11-19T12:00:00Z'))).toBe(expected);
});
