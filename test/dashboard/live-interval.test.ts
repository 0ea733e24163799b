import { expect, test } from 'vitest';
import { liveIntervalMs } from '../../dashboard/api/live-interval.ts';

const minuteMs = 60_000;

test.each([
  { title: 'at its own pace while the person is active', idleMs: minuteMs, isFailing: false, expected: 30_000 },
  {
    title: 'a quarter as often after 5 minutes without input',
    idleMs: 6 * minuteMs,
    isFailing: false,
    expected: 120_000,
  },
  { title: 'a quarter as often while reads fail', idleMs: 0, isFailing: true, expected: 120_000 },
])('an open page reads again $title', ({ idleMs, isFailing, expected }) => {
  expect(liveIntervalMs(30_000, { idleMs, isFailing })).toBe(expected);
});
