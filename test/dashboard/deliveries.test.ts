import { expect, test } from 'vitest';
import {
  describeAttempt,
  groupAttempts,
  isAccepted,
  resultWords,
} from '../../dashboard/components/webhooks/delivery-texts.ts';
import { settled, settledDay } from '../../dashboard/components/webhooks/settled.ts';
import { isPreset, sinceField, sinceTime } from '../../dashboard/components/webhooks/since.ts';
import { sortWebhooks, webhookName, webhookState } from '../../dashboard/components/webhooks/webhook-state.ts';
import { outcomeWords } from '../../dashboard/pages/webhooks/day-texts.ts';

const attempt = (code: number | string) => ({ at: '2026-11-15T09:12:07.000Z', code, duration_ms: 84 });

test.each([
  ['delivered', 1, 200, '200 in 84 ms'],
  ['delivered', 3, 204, '204, 3 attempts'],
  ['failed', 5, 'ECONNREFUSED', 'Connection refused, 5 attempts'],
  ['failed', 1, 'rejected: not_https', 'Address does not start with https://'],
  ['skipped', 0, undefined, 'The webhook was off'],
  ['skipped', 4, 500, 'Stopped after 4 attempts'],
  ['requested', 0, undefined, 'Waiting for the first attempt'],
] as const)(
  'a delivery that is %s after %d attempts, the last one with %s, reads "%s"',
  (status, count, code, words) => {
    const last_attempt = code === undefined ? null : attempt(code);
    expect(resultWords({ status, attempt_count: count, last_attempt, next_attempt_at: null })).toBe(words);
  },
);

test('a delivery that is retried says when the next attempt is', () => {
  const next_attempt_at = '2026-11-15T09:12:13.000Z';
  const delivery = { status: 'retrying' as const, attempt_count: 1, last_attempt: attempt(429), next_attempt_at };
  const beforeMs = Date.parse('2026-11-15T09:12:12.000Z');
  expect(resultWords(delivery, beforeMs)).toMatch(/^429, next attempt at \d+:12:13/);
  expect(resultWords(delivery, beforeMs + 60_000)).toBe('429, next attempt shortly');
});

test('every time span becomes a time in whole minutes', () => {
  const nowMs = Date.parse('2026-11-15T09:12:59.999Z');
  expect(sinceTime('1h', nowMs)).toBe('2026-11-15T08:12:00.000Z');
  expect(sinceTime('7d', nowMs)).toBe('2026-11-08T09:12:00.000Z');
  expect(sinceTime('2026-11-13T09:12:07Z', nowMs)).toBe('2026-11-13T09:12:07Z');
  expect(sinceTime(undefined, nowMs)).toBeUndefined();
  expect(isPreset('24h')).toBe(true);
});

test.each(['yesterday', '', '24', '<script>'])('the address of a page cannot have %j as time', (text) => {
  expect(sinceField.safeParse(text).success).toBe(false);
});

test.each([
  ['api', 'https://crm.acme.example/hooks?key=1', 'crm.acme.example/hooks'],
  ['api', 'http://127.0.0.1:4000/', '127.0.0.1:4000'],
  ['tool_a', 'https://a.example/catch', 'Tool A (a.example/catch)'],
  ['api', 'not an address', 'not an address'],
] as const)('the %s webhook at %s is named %s', (provider, url, name) => {
  expect(webhookName({ provider, url })).toBe(name);
});

test('webhooks that need attention come first, then all by name', () => {
  const hook = (name: string, is_active: boolean, failure_count: number) => {
    const url = `https://${name}.example`;
    return { url, provider: 'api' as const, is_active, failure_count };
  };
  const sorted = sortWebhooks([
    hook('b', true, 0),
    hook('d', true, 2),
    hook('a', false, 14),
    hook('c', false, 15),
    hook('0', true, 0),
  ]);
  expect(sorted.map((webhook) => `${webhookName(webhook)} ${webhookState(webhook)}`)).toEqual([
    ...['c.example turnedOff', 'd.example failing', '0.example on', 'a.example off', 'b.example on'],
  ]);
});

test('attempts in a row that ended in the same way are shown once, with the time of the last', () => {
  const at = (second: number, code: number, answer = '') => ({ ...attempt(code), at: `09:12:0${second}`, answer });
  const groups = groupAttempts([at(1, 502), at(2, 502), at(3, 502, 'Bad'), at(4, 200), at(5, 502)]);
  expect(groups.map(({ count, code, at: time }) => `${count} ${code} ${time}`)).toEqual([
    ...['2 502 09:12:02', '1 502 09:12:03', '1 200 09:12:04', '1 502 09:12:05'],
  ]);
});

const counts = { delivered: 0, retrying: 0, failed: 0, skipped: 0, requested: 0 };

test('the last 24 hours read as counts, with a plus where there may be more', () => {
  expect(outcomeWords({ by_status: counts, count: 0, is_exact: true })).toEqual({
    ok: undefined,
    bad: undefined,
    rest: 'No events',
  });
  const busy = { ...counts, delivered: 900, failed: 80, skipped: 15, retrying: 4, requested: 1 };
  expect(outcomeWords({ by_status: busy, count: 1_000, is_exact: false })).toEqual({
    ok: '900+ delivered',
    bad: '80+ failed, 15+ not sent',
    rest: '5+ on the way',
  });
});

test('a webhook that is off says of nothing that it will be sent', () => {
  const next_attempt_at = '2026-11-15T09:12:13.000Z';
  const waiting = { status: 'retrying' as const, attempt_count: 2, last_attempt: attempt(500), next_attempt_at };
  expect(resultWords(settled(waiting, false))).toBe('Stopped after 2 attempts');
  expect(settled(waiting, true)).toBe(waiting);
  const day = { by_status: { ...counts, failed: 1, retrying: 2, requested: 1 }, count: 4, is_exact: true };
  expect(outcomeWords(settledDay(day, false))).toMatchObject({ bad: '1 failed, 3 not sent', rest: undefined });
});

test.each([
  [200, '200'],
  ['timeout', 'No answer within 5 seconds'],
  ['ECONNREFUSED', 'Connection refused'],
  ['ECONNRESET', 'Connection closed early'],
  ['CERT_HAS_EXPIRED', 'Certificate not accepted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'Certificate not accepted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Certificate not accepted'],
  ['rejected: unresolved', 'Host not found'],
  ['rejected: not_public', 'Address is not public'],
  ['HPE_INVALID_CONSTANT', 'Failed (HPE_INVALID_CONSTANT)'],
])('an attempt that ended with %s reads "%s"', (code, expected) => {
  expect(describeAttempt(code)).toBe(expected);
});

test('an attempt was accepted if its status is from 200 to 299', () => {
  expect([199, 200, 299, 300, 'timeout'].filter(isAccepted)).toEqual([200, 299]);
});
