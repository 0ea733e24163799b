import { describe, expect, it } from 'vitest';
import type { SegmentRule } from '../../../../functions/model/segments/filter.ts';
import { compileFilter, type FilteredContact } from '../../../../functions/model/segments/matching.ts';

const nowMs = Date.parse('2026-11-15T12:00:00.000Z');

const ada: FilteredContact = {
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  company: 'Café Noir',
  phone: '+4915112345678',
  social_username: 'ada.l',
  channels: ['msgapp', 'web'],
  tags: [
    { id: '1', name: 'VIP', color: '#ef4444' },
    { id: '2', name: 'Zürich', color: '#ef4444' },
  ],
  opted_out_at: '2026-11-10T12:00:00.000Z',
  created_at: '2026-11-01T12:00:00.000Z',
  updated_at: '2026-11-15T11:00:00.000Z',
  last_inbound_at: '2026-11-08T12:00:00.000Z',
  last_message_at: '2026-11-14T12:00:00.000Z',
  conversation_statuses: { msgapp: 'open', web: 'closed' },
};

const blank: FilteredContact = {
  name: null,
  email: null,
  company: null,
  phone: null,
  social_username: null,
  channels: [],
  tags: [],
  opted_out_at: null,
  created_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:00.000Z',
};

const holds = (contact: FilteredContact, rule: SegmentRule): boolean =>
  compileFilter({ match: 'all', rules: [rule] }, nowMs)(contact);

type Case = [SegmentRule['field'], SegmentRule['op'], string, boolean];

const cases: Case[] = [
  ['tag', 'has', 'VIP', true],
  ['tag', 'has', 'vip', true],
  ['tag', 'has', ' vip ', true],
  ['tag', 'has', 'zu\u0308rich', true],
  ['tag', 'has', 'vi', false],
  ['tag', 'has', 'gold', false],
  ['tag', 'not_has', 'VIP', false],
  ['tag', 'not_has', 'gold', true],
  ['name', 'is', 'ada lovelace', true],
  ['name', 'is', 'Ada', false],
  ['name', 'is_not', 'ADA LOVELACE', false],
  ['name', 'is_not', 'Ada', true],
  ['name', 'contains', 'LOVE', true],
  ['name', 'contains', 'hate', false],
  ['name', 'not_contains', 'love', false],
  ['name', 'not_contains', 'hate', true],
  ['name', 'starts_with', 'ada ', true],
  ['name', 'starts_with', 'love', false],
  ['name', 'ends_with', 'LACE', true],
  ['name', 'ends_with', 'ada', false],
  ['name', 'exists', '', true],
  ['name', 'not_exists', 'ignored', false],
  ['email', 'ends_with', '@example.com', true],
  ['email', 'is', 'ada@example.com', true],
  ['company', 'is', 'cafe\u0301 noir', true],
  ['company', 'contains', 'CAFÉ', true],
  ['phone', 'starts_with', '+49', true],
  ['phone', 'is', '+4915112345678', true],
  ['phone', 'not_exists', '', false],
  ['social_username', 'is', 'ADA.L', true],
  ['channel', 'is', 'msgapp', true],
  ['channel', 'is', 'WEB', true],
  ['channel', 'is', 'social', false],
  ['channel', 'is_not', 'web', false],
  ['channel', 'is_not', 'social', true],
  ['created_at', 'before', '2026-11-01T12:00:00.001Z', true],
  ['created_at', 'before', '2026-11-01T12:00:00.000Z', false],
  ['created_at', 'after', '2026-11-01T11:59:59.999Z', true],
  ['created_at', 'after', '2026-11-01T12:00:00.000Z', false],
  ['created_at', 'after', '2026-11-01T13:30:00+02:00', true],
  ['created_at', 'within_days', '14', true],
  ['created_at', 'within_days', '13', false],
  ['created_at', 'not_within_days', '13', true],
  ['updated_at', 'within_days', '0', false],
  ['updated_at', 'within_days', '1', true],
  ['last_inbound_at', 'within_days', '7', true],
  ['last_inbound_at', 'within_days', '6', false],
  ['last_inbound_at', 'not_within_days', '6', true],
  ['last_inbound_at', 'not_within_days', '7', false],
  ['last_message_at', 'before', '2026-11-15T00:00:00Z', true],
  ['last_message_at', 'after', '2026-11-15T00:00:00Z', false],
  ['conversation_status', 'is', 'open', true],
  ['conversation_status', 'is', 'closed', true],
  ['conversation_status', 'is', 'pending', false],
  ['conversation_status', 'is_not', 'open', false],
  ['conversation_status', 'is_not', 'closed', false],
  ['conversation_status', 'is_not', 'pending', true],
  ['opted_out', 'is', 'true', true],
  ['opted_out', 'is', 'TRUE', true],
  ['opted_out', 'is', 'false', false],
];

const text = ['name', 'email', 'company', 'phone', 'social_username'] as const;

const absentCases: Case[] = [
  ['tag', 'has', 'vip', false],
  ['tag', 'not_has', 'vip', true],
  ...text.flatMap((field): Case[] => [
    [field, 'is', 'x', false],
    [field, 'is_not', 'x', true],
    [field, 'contains', 'x', false],
    [field, 'not_contains', 'x', true],
    [field, 'starts_with', 'x', false],
    [field, 'ends_with', 'x', false],
    [field, 'exists', '', false],
    [field, 'not_exists', '', true],
  ]),
  ['channel', 'is', 'msgapp', false],
  ['channel', 'is_not', 'msgapp', true],
  ...(['last_inbound_at', 'last_message_at'] as const).flatMap((field): Case[] => [
    [field, 'before', '2030-01-01T00:00:00Z', false],
    [field, 'after', '2000-01-01T00:00:00Z', false],
    [field, 'within_days', '9999', false],
    [field, 'not_within_days', '9999', true],
  ]),
  ['conversation_status', 'is', 'open', false],
  ['conversation_status', 'is_not', 'open', true],
  ['opted_out', 'is', 'true', false],
  ['opted_out', 'is', 'false', true],
];

describe('a contact with values', () => {
  it.each(cases)('the rule %s %s %j evaluates to %s for a contact with values', (field, op, value, expected) => {
    expect(holds(ada, { field, op, value })).toBe(expected);
  });
});

describe('a contact without values', () => {
  it.each(absentCases)(
    'the rule %s %s %j evaluates to %s for a contact without values',
    (field, op, value, expected) => {
      expect(holds(blank, { field, op, value })).toBe(expected);
    },
  );

  it.each(text)('an empty %s counts as absent', (field) => {
    expect(holds({ ...blank, [field]: '' }, { field, op: 'exists', value: '' })).toBe(false);
  });
});

describe('a filter', () => {
  it.each([
    ['name', 'starts_with', 'ΑΣ', 'ασβ'],
    ['name', 'is', 'J\u030cx', '\u01f0X'],
    ['company', 'contains', 'noir', 'no\u200bir'],
  ] as const)('%s %s %j matches %j', (field, op, value, text) => {
    expect(holds({ ...blank, [field]: text }, { field, op, value })).toBe(true);
  });

  const yes: SegmentRule = { field: 'tag', op: 'has', value: 'vip' };
  const no: SegmentRule = { field: 'tag', op: 'has', value: 'gold' };

  it.each([
    ['all', [yes, yes], true],
    ['all', [yes, no], false],
    ['any', [no, yes], true],
    ['any', [no, no], false],
  ] as const)('match %s combines its rules', (match, rules, expected) => {
    expect(compileFilter({ match, rules: [...rules] }, nowMs)(ada)).toBe(expected);
  });
});
