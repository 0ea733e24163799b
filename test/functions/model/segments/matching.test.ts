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
  attributes: { city: 'São Paulo', orders: 12, vip: false, zip: '01', empty: '' },
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

/** A field, an operator, values for which the rule holds, and values for which it does not. */
type Case = [SegmentRule['field'], SegmentRule['op'], string[], string[]];

const check = (contact: FilteredContact, field: Case[0], op: Case[1], values: string[], expected: boolean) =>
  expect(values.filter((value) => holds(contact, { field, op, value }) !== expected)).toEqual([]);

const noon = '2026-11-01T12:00:00.000Z';

const cases: Case[] = [
  ['tag', 'has', ['VIP', 'vip', ' vip ', 'zu\u0308rich'], ['vi', 'gold']],
  ['tag', 'not_has', ['gold'], ['VIP']],
  ['name', 'is', ['ada lovelace'], ['Ada']],
  ['name', 'is_not', ['Ada'], ['ADA LOVELACE']],
  ['name', 'contains', ['LOVE'], ['hate']],
  ['name', 'not_contains', ['hate'], ['love']],
  ['name', 'starts_with', ['ada '], ['love']],
  ['name', 'ends_with', ['LACE'], ['ada']],
  ['name', 'exists', [''], []],
  ['name', 'not_exists', [], ['ignored']],
  ['email', 'ends_with', ['@example.com'], []],
  ['email', 'is', ['ada@example.com'], []],
  ['company', 'is', ['cafe\u0301 noir'], []],
  ['company', 'contains', ['CAFÉ'], []],
  ['phone', 'starts_with', ['+49'], []],
  ['phone', 'is', ['+4915112345678'], []],
  ['phone', 'not_exists', [], ['']],
  ['social_username', 'is', ['ADA.L'], []],
  ['channel', 'is', ['msgapp', 'WEB'], ['social']],
  ['channel', 'is_not', ['social'], ['web']],
  ['created_at', 'before', ['2026-11-01T12:00:00.001Z'], [noon]],
  ['created_at', 'after', ['2026-11-01T11:59:59.999Z', '2026-11-01T13:30:00+02:00'], [noon]],
  ['created_at', 'within_days', ['14'], ['13']],
  ['created_at', 'not_within_days', ['13'], []],
  ['updated_at', 'within_days', ['1'], ['0']],
  ['last_inbound_at', 'within_days', ['7'], ['6']],
  ['last_inbound_at', 'not_within_days', ['6'], ['7']],
  ['last_message_at', 'before', ['2026-11-15T00:00:00Z'], []],
  ['last_message_at', 'after', [], ['2026-11-15T00:00:00Z']],
  ['conversation_status', 'is', ['open', 'closed'], ['pending']],
  ['conversation_status', 'is_not', ['pending'], ['open', 'closed']],
  ['opted_out', 'is', ['true', 'TRUE'], ['false']],
  ['attributes.city', 'is', ['são paulo'], ['Paulo']],
  ['attributes.city', 'is_not', ['Paulo'], ['SÃO PAULO']],
  ['attributes.city', 'contains', ['paulo'], ['rio']],
  ['attributes.city', 'not_contains', ['rio'], ['paulo']],
  ['attributes.city', 'less_than', [], ['5']],
  ['attributes.orders', 'is', ['12', '12.0'], ['1', 'twelve']],
  ['attributes.orders', 'is_not', ['1'], ['12']],
  ['attributes.orders', 'less_than', ['12.5', '100'], ['12', '-3']],
  ['attributes.orders', 'greater_than', ['11.9', '-3'], ['12', '100']],
  ['attributes.zip', 'is', ['01'], ['1']],
  ['attributes.zip', 'greater_than', [], ['0']],
  ['attributes.vip', 'is', ['false', 'FALSE'], ['true']],
  ['attributes.vip', 'exists', [''], []],
  ['attributes.empty', 'exists', [], ['']],
  ['attributes.constructor', 'exists', [], ['']],
];

const text = ['name', 'email', 'company', 'phone', 'social_username'] as const;

const absentCases: Case[] = [
  ['tag', 'has', [], ['vip']],
  ['tag', 'not_has', ['vip'], []],
  ...text.flatMap((field): Case[] => [
    ...(['is', 'contains', 'starts_with', 'ends_with'] as const).map((op): Case => [field, op, [], ['x']]),
    ...(['is_not', 'not_contains'] as const).map((op): Case => [field, op, ['x'], []]),
    [field, 'exists', [], ['']],
    [field, 'not_exists', [''], []],
  ]),
  ['channel', 'is', [], ['msgapp']],
  ['channel', 'is_not', ['msgapp'], []],
  ...(['last_inbound_at', 'last_message_at'] as const).flatMap((field): Case[] => [
    [field, 'before', [], ['2030-01-01T00:00:00Z']],
    [field, 'after', [], ['2000-01-01T00:00:00Z']],
    [field, 'within_days', [], ['9999']],
    [field, 'not_within_days', ['9999'], []],
  ]),
  ['conversation_status', 'is', [], ['open']],
  ['conversation_status', 'is_not', ['open'], []],
  ['opted_out', 'is', ['false'], ['true']],
  ...(['is', 'contains', 'less_than', 'greater_than', 'exists'] as const).map(
    (op): Case => ['attributes.city', op, [], ['0']],
  ),
  ...(['is_not', 'not_contains', 'not_exists'] as const).map((op): Case => ['attributes.city', op, ['0'], []]),
];

describe('a rule', () => {
  it.each(cases)('%s %s %j holds for a contact with values, and not with %j', (field, op, holding, others) => {
    check(ada, field, op, holding, true);
    check(ada, field, op, others, false);
  });

  it.each(absentCases)('%s %s %j holds for a contact without values, and not with %j', (field, op, holding, others) => {
    check(blank, field, op, holding, true);
    check(blank, field, op, others, false);
  });

  it('an empty text counts as absent', () => {
    const exists = (field: (typeof text)[number]) =>
      holds({ ...blank, [field]: '' }, { field, op: 'exists', value: '' });
    expect(text.filter(exists)).toEqual([]);
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
