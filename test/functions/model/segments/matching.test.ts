import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newContact } from '../../../../functions/domain/contacts/contacts.ts';
import { type SegmentRule, segmentFilter, segmentRule } from '../../../../functions/model/segments/filter.ts';
import { compileFilter, type FilteredContact } from '../../../../functions/model/segments/matching.ts';
import { newId } from '../../../../functions/platform/ids.ts';

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

const blank = newContact(newId(), {});

const holds = (contact: FilteredContact, rule: SegmentRule): boolean =>
  compileFilter({ match: 'all', rules: [rule] }, nowMs)(contact);

/** A field, an operator, values for which the rule holds, and values for which it does not. Others are in matching-property.test.ts. */
type Case = [SegmentRule['field'], SegmentRule['op'], string[], string[]];

const check = (contact: FilteredContact, field: Case[0], op: Case[1], values: string[], expected: boolean) =>
  expect(values.filter((value) => holds(contact, { field, op, value }) !== expected)).toEqual([]);

const noon = '2026-11-01T12:00:00.000Z';

const cases: Case[] = [
  ['tag', 'has', ['VIP', 'vip', ' vip ', 'zu\u0308rich'], ['vi', 'gold']],
  ['name', 'is', ['ada lovelace'], ['Ada']],
  ['channel', 'is', ['msgapp', 'WEB'], ['social']],
  ['created_at', 'after', ['2026-11-01T11:59:59.999Z', '2026-11-01T13:30:00+02:00'], [noon]],
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

it.each([
  ['name', 'starts_with', 'ΑΣ', 'ασβ'],
  ['name', 'is', 'J\u030cx', '\u01f0X'],
  ['company', 'contains', 'noir', 'no\u200bir'],
] as const)('%s %s %j matches %j', (field, op, value, text) => {
  expect(holds({ ...blank, [field]: text }, { field, op, value })).toBe(true);
});

const findProblem = (rule: unknown) => {
  const result = z.safeParse(segmentRule, rule);
  return result.success ? undefined : { path: result.error.issues[0]?.path, message: result.error.issues[0]?.message };
};

it('a text rule whose value is invisible is refused', () => {
  const rules = [{ field: 'name', op: 'contains', value: '\u200b\u2060' }];
  expect(z.safeParse(segmentFilter, { match: 'all', rules }).success).toBe(false);
});

describe('a rule', () => {
  it.each([
    ['tag', 'not_has', ' VIP '],
    ['name', 'contains', ' '],
    ['email', 'exists', ''],
    ['email', 'not_exists', 'anything'],
    ['channel', 'is_not', 'WEB'],
    ['last_inbound_at', 'after', '2026-01-31T09:00:00.123+02:00'],
    ['last_message_at', 'within_days', '0'],
    ['updated_at', 'not_within_days', '99999'],
    ['opted_out', 'is', 'False'],
    ['attributes.last_order', 'less_than', '-9.5'],
  ])('the rule %s %s %j is valid', (field, op, value) => {
    expect(z.parse(segmentRule, { field, op, value })).toEqual({ field, op, value });
  });

  it.each(['exists', 'not_exists'])('a rule with %s needs no value', (op) => {
    expect(z.parse(segmentRule, { field: 'email', op })).toEqual({ field: 'email', op, value: '' });
  });

  it.each([
    ['tag', 'is', 'vip', 'has, not_has'],
    ['name', 'has', 'Ada', 'is, is_not, contains'],
    ['created_at', 'is', '2026-01-31T09:00:00Z', 'before, after, within_days, not_within_days'],
    ['attributes.city', 'before', '2026-01-31T09:00:00Z', 'less_than, greater_than for the field attributes.city'],
    ['opted_out', 'is_not', 'true', 'is for the field opted_out'],
  ])('a rule on %s with the operator %s is refused with the allowed operators', (field, op, value, operators) => {
    expect(findProblem({ field, op, value })).toEqual({
      path: ['op'],
      message: expect.stringContaining(`${operators}`),
    });
  });

  it.each([
    ['tag', 'has', ['', '  ', 'x'.repeat(81)]],
    ['attributes.city', 'is', ['']],
    ['attributes.orders', 'greater_than', ['', 'ten', '1e9', ' 1']],
    ['name', 'is', ['']],
    ['name', 'contains', ['']],
    ['channel', 'is', ['email']],
    ['conversation_status', 'is', ['archived']],
    ['opted_out', 'is', ['', 'yes']],
    ['created_at', 'before', ['yesterday', '2026-01-31']],
    ['created_at', 'after', ['2026-02-30T00:00:00Z']],
    ['created_at', 'within_days', ['-1', '1.5', 'seven']],
    ['created_at', 'not_within_days', ['']],
  ])('the rule %s %s is refused with any of the values %j', (field, op, values) => {
    const expected = { path: ['value'], message: expect.stringMatching(/^must /) };
    for (const value of values) expect(findProblem({ field, op, value }), value).toEqual(expected);
  });

  it.each([
    ['an unknown field', { field: 'age', op: 'is', value: '7' }, ['field']],
    ['a name that no attribute has', { field: 'attributes.City', op: 'is', value: 'x' }, ['field']],
    ['an unknown operator', { field: 'name', op: 'like', value: 'x' }, ['op']],
    ['a value that is not a string', { field: 'created_at', op: 'within_days', value: 7 }, ['value']],
    ['no operator', { field: 'name', value: 'x' }, ['op']],
  ])('a rule with %s is refused', (_, rule, path) => expect(findProblem(rule)).toMatchObject({ path }));
});

const rule = { field: 'tag', op: 'has', value: 'vip' };

it.each([
  ['no match', { rules: [rule] }],
  ['an unknown match', { match: 'none', rules: [rule] }],
  ['rules that are not a list', { match: 'all', rules: rule }],
])('a filter with %s is refused', (_, filter) => expect(z.safeParse(segmentFilter, filter).success).toBe(false));
