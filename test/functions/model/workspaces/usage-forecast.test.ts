import { expect, it, vi } from 'vitest';
import { quotaDayAt } from '../../../../functions/domain/workspaces/message-quota.ts';
import type { Usage } from '../../../../functions/model/workspaces/usage.ts';
import { forecastUsage } from '../../../../functions/model/workspaces/usage-forecast.ts';

const sum = (days: readonly number[]) => days.reduce((total, messages) => total + messages, 0);

interface Case {
  october?: number[];
  november: number[];
  limit?: number | null;
  used?: number;
  subscription?: Usage['subscription'];
}

const usage = ({
  october = Array(31).fill(0),
  november,
  limit = 1_000,
  used,
  subscription = 'active',
}: Case): Usage => ({
  months: [
    { month: '2026-10', messages_used: sum(october), days: october },
    { month: '2026-11', messages_used: used ?? sum(november), days: november },
  ],
  messages_per_month: limit,
  subscription,
});

/** Noon of the last day in `november`. */
const forecast = (input: Case) => forecastUsage(usage(input), Date.UTC(2026, 10, input.november.length, 12));

const october = [...Array(24).fill(0), ...Array(7).fill(100)];

it.each<[string, Case, object]>([
  [
    'a steady pace of 50 a day uses up 1,000 messages on the day when the rest is sent',
    { november: [...Array(14).fill(50), 25] },
    { kind: 'used_up', date: '2026-11-21' },
  ],
  [
    'only the last seven complete days count, and a pace that leaves messages says where the month ends',
    { november: [...Array(7).fill(100), ...Array(7).fill(10), 5] },
    { kind: 'enough', messages: 930 },
  ],
  [
    'at the start of a month the end of the last one counts',
    { october, november: [50], limit: 500 },
    { kind: 'used_up', date: '2026-11-06' },
  ],
])('%s', (_, input, expected) => expect(forecast(input)).toEqual(expected));

it.each<[string, Case]>([
  ['without a limit', { november: Array(10).fill(50), limit: null }],
  ['with a lapsed subscription', { november: Array(10).fill(50), subscription: 'lapsed' }],
  ['when everything is used', { november: Array(10).fill(100), limit: 900 }],
  ['after a week without messages', { november: [400, ...Array(10).fill(0)] }],
  ['two days after the first message', { november: [0, 0, 40, 50, 60] }],
  ['when only messages without a day are known', { november: Array(10).fill(0), used: 700 }],
])('nothing is said %s', (_, input) => expect(forecast(input)).toBeUndefined());

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'day and month change at midnight UTC on a machine in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(0).getTimezoneOffset()).not.toBe(0);
    const newYearMs = Date.UTC(2027, 0, 1);
    expect(quotaDayAt(newYearMs - 1)).toEqual({ month: '2026-12', day: '31' });
    expect(quotaDayAt(newYearMs)).toEqual({ month: '2027-01', day: '01' });
  },
);
