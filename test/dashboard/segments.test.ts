import { describe, expect, test } from 'vitest';
import {
  faultOf,
  fromFilter,
  fromLocalTime,
  newRule,
  operatorsOf,
  ruleFields,
  ruleWords,
  toFieldTime,
  toFilter,
  withOperator,
} from '../../dashboard/pages/segments/rules.ts';
import { type SegmentFilter, type SegmentRule, segmentFilter } from '../../functions/model/segments/filter.ts';

const ruleOf = (field: SegmentRule['field'], op: SegmentRule['op'], value = ''): SegmentRule => ({ field, op, value });

const filterOf = (match: SegmentFilter['match'], ...rules: SegmentRule[]): SegmentFilter => ({ match, rules });

describe('the sentence of a filter', () => {
  test.each([
    [ruleOf('tag', 'not_has', 'vip'), 'does not have tag vip'],
    [ruleOf('phone', 'starts_with', '+351'), 'phone starts with +351'],
    [ruleOf('email', 'not_exists', 'ignored'), 'email is empty'],
    [ruleOf('channel', 'is_not', 'WEB'), 'is not on Web chat'],
    [ruleOf('conversation_status', 'is', 'pending'), 'conversation is waiting'],
    [ruleOf('opted_out', 'is', 'True'), 'opted out of broadcasts'],
    [ruleOf('last_message_at', 'not_within_days', '1'), 'had no message within the last 1 day'],
    [ruleOf('attributes.visits', 'greater_than', '3'), 'visits is greater than 3'],
    [ruleOf('name', 'contains', 'محمد'), 'name contains \u2068محمد\u2069'],
  ])('says %j as "%s"', (rule, words) => {
    expect(ruleWords(filterOf('all', rule))).toBe(words);
  });

  test('joins conditions as the match does', () => {
    const [tag, phone] = [ruleOf('tag', 'has', 'vip'), ruleOf('phone', 'starts_with', '+351')];
    const wrote = ruleOf('last_inbound_at', 'within_days', '30');
    expect(ruleWords(filterOf('any', tag, phone))).toBe('has tag vip or phone starts with +351');
    expect(ruleWords(filterOf('all', tag, phone, wrote))).toBe(
      'has tag vip, and phone starts with +351, and wrote within the last 30 days',
    );
  });
});

describe('a condition that is edited', () => {
  const time = '2026-01-31T09:00:00.000Z';
  const values = ['', ' ', '\u200b', '0', '30', '3651', '9.5', '1e3', time, 'soon', 'vip', 'x'.repeat(81)];

  test.each(ruleFields)(
    'on %s passes the check of the API with each of its operators once it has no fault',
    (field) => {
      for (const op of operatorsOf(field)) {
        const draft = { ...withOperator(newRule(1, field), op), name: 'plan' };
        const drafts = (draft.value ? [] : values).map((value) => ({ ...draft, value })).concat(draft);
        const flawless = drafts.filter((rule) => faultOf(rule) === undefined);
        expect(flawless).not.toEqual([]);
        for (const rule of flawless) expect(segmentFilter.safeParse(toFilter('all', [rule])).error).toBeUndefined();
      }
    },
  );

  test.each([
    [ruleOf('tag', 'has', ' '), 'value', 'Enter or choose a tag.'],
    [ruleOf('created_at', 'within_days', '0'), 'value', 'Enter a number of days from 1 to 3,650.'],
    [ruleOf('created_at', 'within_days', '3651'), 'value', 'Enter a number of days from 1 to 3,650.'],
    [ruleOf('created_at', 'before', 'soon'), 'value', 'Enter a date and a time.'],
    [ruleOf('attributes.visits', 'less_than', 'ten'), 'value', 'Enter a number, for example 9.5.'],
    [ruleOf('company', 'is', ''), 'value', 'Enter a value.'],
    [ruleOf('attributes.Plan', 'exists'), 'name', /^Use up to 40 lowercase letters/],
  ])('%j is at fault: its %s, "%s"', (rule, at, words) => {
    const [draft = newRule(1, 'tag')] = fromFilter(filterOf('all', rule));
    expect(faultOf(draft)).toEqual({ at, words: words instanceof RegExp ? expect.stringMatching(words) : words });
  });

  test('keeps its value if the next comparison takes the same kind', () => {
    const phone = { ...newRule(1, 'phone'), value: '+351' };
    expect(withOperator(phone, 'contains')).toMatchObject({ op: 'contains', value: '+351' });
    expect(withOperator(newRule(1, 'created_at'), 'before').value).toBe('');
    const filter = filterOf('any', ruleOf('attributes.plan', 'is', 'gold'), ruleOf('email', 'exists'));
    expect(toFilter('any', fromFilter(filter))).toEqual(filter);
    expect(fromLocalTime(toFieldTime(time))).toBe(time);
  });
});
