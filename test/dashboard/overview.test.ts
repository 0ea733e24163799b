import { describe, expect, test } from 'vitest';
import {
  type AttentionSources,
  findAttentionItems,
  isOfToday,
} from '../../dashboard/pages/overview/attention-items.ts';
import { failureReasons } from '../../dashboard/pages/overview/failure-reasons.ts';
import { findProgress, minutesLeft } from '../../dashboard/pages/overview/progress.ts';
import { monthBars, recentBars } from '../../dashboard/pages/usage/usage-bars.ts';
import type { WebhookDetails } from '../../functions/model/webhooks/webhook.ts';
import type { Usage } from '../../functions/model/workspaces/usage.ts';

const nowMs = Date.UTC(2026, 10, 15, 12);
/** Days of people are local, those of the plan are in UTC. */
const noonMs = new Date(2026, 10, 15, 12).getTime();
const daysAgo = (days: number, fromMs = nowMs) => new Date(fromMs - days * 86_400_000).toISOString();

const webhook = (fields: Partial<WebhookDetails>): WebhookDetails => ({
  id: 'w1',
  url: 'https://crm.acme.example/hooks?token=secret',
  provider: 'api',
  is_active: true,
  failure_count: 0,
  failing_since: null,
  last_delivery_at: null,
  events: ['contact.created'],
  created_at: '2026-11-01T00:00:00.000Z',
  created_by: null,
  off_by: null,
  previous_secret_expires_at: null,
  ...fields,
});

const usage = (used: number, fields: Partial<Usage> = {}): Usage => ({
  months: [{ month: '2026-11', messages_used: used, days: Array(15).fill(0) }],
  messages_per_month: 10_000,
  subscription: 'active',
  ...fields,
});

const needs = (sources: AttentionSources, atMs = nowMs) =>
  findAttentionItems(sources, atMs).map(({ tone, text, path }) => ({ tone, text, path }));

describe('what needs somebody', () => {
  const waits = (id: string, hours: number, assigned_agent_id: string | null = 'me') => ({
    ...{ id, assigned_agent_id, waiting_since: daysAgo(hours / 24, noonMs) },
    contact: { id, name: `Customer ${id}`, phone: null, social_username: null },
  });
  const failure = (hours: number, code: string, by: string | null, broadcast_id: string | null = null) =>
    ({
      created_at: daysAgo(hours / 24, noonMs),
      error: { code },
      reason: `Why ${code}`,
      sent_by_member_id: by,
      broadcast_id,
      contact: { name: 'Jonas', phone: null },
    }) as never;
  const failures = [
    failure(1, '131026', 'me'),
    failure(2, '190', null),
    failure(3, '190', 'ben'),
    failure(26, '1', 'me'),
  ];

  test('an Agent is told who waits for them or for nobody for more than an hour, and of replies that failed today', () => {
    const sources = {
      waiting: [waits('1', 3), waits('2', 1), waits('free', 1, null), waits('3', 0.5)] as never,
      failures,
      usage: usage(10_000),
    };
    expect(needs({ ...sources, agentId: 'me' }, noonMs)).toEqual([
      { tone: 'bad', text: 'Your reply to Jonas was not delivered today.', path: expect.stringContaining('inbox?') },
      { tone: 'warn', text: 'Customer 1 and 1 other wait longer than an hour.', path: 'inbox?view=mine&c=1' },
      {
        tone: 'warn',
        text: 'Customer free waits longer than an hour, and nobody has the conversation.',
        path: 'inbox?view=unassigned&c=free',
      },
    ]);
    expect(needs(sources, noonMs).map(({ path }) => path)).toEqual(['settings/usage', 'inbox?view=all&c=1']);
  });

  test('a broadcast that loses many messages is no "All clear"', () => {
    const lost = Array.from({ length: 10 }, () => failure(1, '131026', null, 'b1'));
    const text = '10 messages of a broadcast were not delivered today.';
    expect(needs({ failures: lost }, noonMs)).toEqual([{ tone: 'warn', text, path: 'broadcasts/b1' }]);
  });

  test('failed messages are counted by reason, the most frequent first', () => {
    const today = failures.filter((message) => isOfToday(message, noonMs));
    expect(failureReasons(today)).toEqual([
      { key: '190', code: '190', reason: 'Msgapp does not accept your account (190)', count: 2 },
      { key: '131026', code: '131026', reason: 'Not reachable on Msgapp (131026)', count: 1 },
    ]);
  });

  test('webhooks that were turned off come before those that fail, each with its page and no others', () => {
    const webhooks = [
      webhook({ id: 'w2', failure_count: 3 }),
      webhook({ is_active: false, failure_count: 15 }),
      webhook({ id: 'w3', provider: 'tool_a', failure_count: 1 }),
      webhook({ id: 'works' }),
      webhook({ id: 'off by a person', is_active: false, failure_count: 2 }),
    ];
    expect(needs({ webhooks })).toEqual([
      { tone: 'bad', text: expect.stringContaining('turned off after 15 failed events'), path: 'webhooks/w1' },
      { tone: 'warn', text: '3 events in a row failed for crm.acme.example/hooks.', path: 'webhooks/w2' },
      { tone: 'warn', text: expect.stringContaining('Tool A'), path: 'settings/integrations' },
    ]);
    // The query of an address may hold a token.
    expect(JSON.stringify(needs({ webhooks }))).not.toContain('secret');
  });

  test('what stops all messages comes before webhooks, of which many are one item', () => {
    const off = (id: string) => webhook({ id, is_active: false, failure_count: 15, failing_since: daysAgo(1) });
    const channels = [{ channel: 'social' as const, last_error: { code: 190, message: 'Expired', at: daysAgo(1) } }];
    const sources = { webhooks: [off('1'), off('2'), off('3')], channels, usage: usage(5, { subscription: 'lapsed' }) };
    expect(needs(sources).map(({ path }) => path)).toEqual([
      ...['settings/usage', 'settings/channels', 'webhooks?show=attention'],
    ]);
    expect(needs(sources).at(-1)?.text).toBe('3 webhooks were turned off after failed events.');
  });

  test('a channel that refuses the account says what no longer works', () => {
    const last_error = { code: 190, message: 'Error validating access token', at: daysAgo(1) };
    const channels = [
      { channel: 'social' as const, last_error },
      { channel: 'web' as const, last_error: null },
    ];
    expect(needs({ channels })).toEqual([
      {
        tone: 'bad',
        text: 'Social no longer accepts your access token. Nothing can be sent.',
        path: 'settings/channels',
      },
    ]);
  });

  test.each<[string, Usage, object[]]>([
    ['79%', usage(7_999), []],
    ['80%', usage(8_000), [{ tone: 'warn', text: '80% of this month’s 10,000 messages are used.' }]],
    ['99.99%', usage(9_999), [{ tone: 'warn', text: '99% of this month’s 10,000 messages are used.' }]],
    ['100%', usage(10_000), [{ tone: 'bad', text: expect.stringContaining('refused until December 1') }]],
    ['no limit', usage(10_000, { messages_per_month: null }), []],
    [
      'a lapsed subscription',
      usage(5, { subscription: 'lapsed' }),
      [{ tone: 'bad', text: expect.stringContaining('lapsed') }],
    ],
  ])('the plan is judged at %s', (_, input, expected) => {
    expect(needs({ usage: input })).toMatchObject(expected);
  });

  test('a plan that will not last is named with the day on which it ends', () => {
    const days = Array(15).fill(400);
    const months = [{ month: '2026-11', messages_used: 6_000, days }];
    expect(needs({ usage: usage(0, { months }) })).toMatchObject([
      { text: '60% of this month’s 10,000 messages are used. At this pace the plan is used up on November 25.' },
    ]);
  });

  test('invitations that are open for three days are one entry', () => {
    const invitation = (id: string, days: number) => ({
      id,
      email: `${id}@acme.example`,
      role: 'agent' as const,
      invited_by: 'Olivia',
      created_at: daysAgo(days),
      expires_at: daysAgo(days - 7),
    });
    expect(needs({ invitations: [invitation('ana', 2.9)] })).toEqual([]);
    expect(needs({ invitations: [invitation('ana', 4.5), invitation('ben', 1)] })).toMatchObject([
      { text: 'ana@acme.example was invited 4 days ago and has not joined.', path: 'settings/members' },
    ]);
    expect(needs({ invitations: [invitation('ana', 4), invitation('ben', 3)] })).toMatchObject([
      { text: expect.stringMatching(/^2 people were invited 3 days ago or earlier/) },
    ]);
  });
});

describe('the first steps', () => {
  const fresh = { workspace: { channels: [], created_at: daysAgo(1) }, usage: usage(0), webhooks: [] };
  const channels = [{ channel: 'msgapp' as const, last_error: null }];

  const old = { channels, created_at: daysAgo(31) };

  test.each([
    ['ahead in a fresh workspace', fresh, { isUnused: true, hasSteps: true, hasChannel: false }],
    [
      'gone when everything is done',
      { workspace: { channels, created_at: daysAgo(1) }, usage: usage(1), webhooks: [{}] },
      { isUnused: false, hasSteps: false },
    ],
    [
      'gone after a month of sending without a webhook',
      { ...fresh, workspace: old, usage: usage(5) },
      { hasSteps: false },
    ],
    ['ahead after a month without a message', { ...fresh, workspace: old }, { hasSteps: true }],
  ])('are %s', (_, sources, progress) => {
    expect(findProgress(sources, nowMs)).toMatchObject(progress);
  });

  test('nothing is said before everything is known', () => {
    expect(findProgress({ ...fresh, usage: undefined }, nowMs)).toBeUndefined();
  });
});

describe('the time that a broadcast still takes', () => {
  const broadcast = { accepted: 1_000, pending_count: 750, started_at: new Date(nowMs - 60_000).toISOString() };

  test.each([
    ['that of its pace so far', broadcast, 3],
    ['unknown before it starts', { ...broadcast, started_at: null }, undefined],
    ['unknown after the first few messages', { ...broadcast, pending_count: 990 }, undefined],
    [
      'unknown when the last may wait for another try',
      { ...broadcast, pending_count: 30, started_at: new Date(nowMs - 121_000).toISOString() },
      undefined,
    ],
    ['unknown when nothing is pending', { ...broadcast, pending_count: 0 }, undefined],
  ])('is %s', (_, input, minutes) => {
    expect(minutesLeft(input, nowMs)).toBe(minutes);
  });
});

describe('the bars of a chart of days', () => {
  const month = { month: '2026-11', messages_used: 7, days: [0, 3, 4] };

  test('show the whole month, without a value for days to come', () => {
    const bars = monthBars(month);
    expect(bars).toHaveLength(30);
    expect(bars.slice(0, 4)).toEqual([
      { id: '2026-11-01', name: 'November 1', tick: '1', value: 0 },
      { id: '2026-11-02', name: 'November 2', tick: undefined, value: 3 },
      { id: '2026-11-03', name: 'November 3', tick: undefined, value: 4 },
      { id: '2026-11-04', name: 'November 4', tick: undefined, value: undefined },
    ]);
  });

  test('reach from one month into the next', () => {
    const october = { month: '2026-10', messages_used: 31, days: Array(31).fill(1) };
    const bars = recentBars([october, month], 5);
    expect(bars.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      ...['October 30: 1', 'October 31: 1', 'November 1: 0', 'November 2: 3', 'November 3: 4'],
    ]);
  });
});
