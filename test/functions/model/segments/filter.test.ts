import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { segmentFilter, segmentRule } from '../../../../functions/model/segments/filter.ts';

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
    ['tag', 'has', 'vip'],
    ['tag', 'not_has', ' VIP '],
    ['name', 'contains', ' '],
    ['phone', 'starts_with', '+49'],
    ['email', 'exists', ''],
    ['email', 'not_exists', 'anything'],
    ['channel', 'is', 'msgapp'],
    ['channel', 'is_not', 'WEB'],
    ['created_at', 'before', '2026-01-31T09:00:00Z'],
    ['last_inbound_at', 'after', '2026-01-31T09:00:00.123+02:00'],
    ['last_message_at', 'within_days', '0'],
    ['updated_at', 'not_within_days', '99999'],
    ['conversation_status', 'is', 'pending'],
    ['opted_out', 'is', 'true'],
    ['opted_out', 'is', 'False'],
    ['attributes.city', 'starts_with', 'Li'],
    ['attributes.last_order', 'less_than', '-9.5'],
  ])('the rule %s %s %j is valid', (field, op, value) => {
    expect(z.parse(segmentRule, { field, op, value })).toEqual({ field, op, value });
  });

  it.each(['exists', 'not_exists'])('a rule with %s needs no value', (op) => {
    expect(z.parse(segmentRule, { field: 'email', op })).toEqual({ field: 'email', op, value: '' });
  });

  it.each([
    ['tag', 'is', 'vip', 'has, not_has'],
    ['tag', 'exists', '', 'has, not_has'],
    ['name', 'has', 'Ada', 'is, is_not, contains'],
    ['channel', 'contains', 'web', 'is, is_not'],
    ['created_at', 'is', '2026-01-31T09:00:00Z', 'before, after, within_days, not_within_days'],
    ['conversation_status', 'exists', '', 'is, is_not'],
    ['attributes.city', 'before', '2026-01-31T09:00:00Z', 'less_than, greater_than for the field attributes.city'],
    ['name', 'less_than', '7', 'is, is_not, contains'],
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
    ['a value longer than any text', { field: 'name', op: 'is', value: 'x'.repeat(1_001) }, ['value']],
    ['no operator', { field: 'name', value: 'x' }, ['op']],
  ])('a rule with %s is refused', (_, rule, path) => {
    expect(findProblem(rule)).toMatchObject({ path });
  });
});

describe('a filter', () => {
  const rule = { field: 'tag', op: 'has', value: 'vip' };

  it.each([1, 20])('a filter with %i rules is valid', (count) => {
    expect(z.safeParse(segmentFilter, { match: 'any', rules: Array(count).fill(rule) }).success).toBe(true);
  });

  it.each([
    ['no rules', { match: 'all', rules: [] }],
    ['21 rules', { match: 'all', rules: Array(21).fill(rule) }],
    ['no match', { rules: [rule] }],
    ['an unknown match', { match: 'none', rules: [rule] }],
    ['rules that are not a list', { match: 'all', rules: rule }],
  ])('a filter with %s is refused', (_, filter) => {
    expect(z.safeParse(segmentFilter, filter).success).toBe(false);
  });
});
