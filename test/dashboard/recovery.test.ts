import { expect, test } from 'vitest';
import { fromLocalInput, toLocalInput } from '../../dashboard/pages/webhooks/recovery.ts';

test('the field for a time shows the minute in which it lies', () => {
  const time = '2026-11-13T09:12:59.500Z';
  const minute = fromLocalInput(toLocalInput(time)) ?? '';
  expect(Date.parse(time) - Date.parse(minute)).toBe(59_500);
});

test.each(['', 'tomorrow', '2026-13-40T00:00'])('a field with %j has no time', (text) => {
  expect(fromLocalInput(text)).toBeUndefined();
});
