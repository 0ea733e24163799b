import fc from 'fast-check';
import { expect, it } from 'vitest';
import { channels } from '../../../../functions/model/channels/channel.ts';
import {
  type OwnField,
  operatorsByField,
  type SegmentFilter,
  type SegmentRule,
} from '../../../../functions/model/segments/filter.ts';
import { compileFilter, type FilteredContact } from '../../../../functions/model/segments/matching.ts';
import { unsortedMarks } from '../../../support/combining-marks.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-15T12:00:00.000Z');

const word = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'é', 'e\u0301', ' ', ...unsortedMarks),
  minLength: 1,
  maxLength: 4,
});
const instant = fc
  .integer({ min: -10, max: 1 })
  .chain((days) => fc.constantFrom(-1, 0, 1).map((ms) => new Date(nowMs + days * dayMs + ms).toISOString()));
const status = fc.constantFrom('open', 'pending', 'closed');
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

const contact: fc.Arbitrary<FilteredContact> = fc.record({
  name: fc.option(word),
  email: fc.option(word),
  company: fc.option(word),
  phone: fc.option(word),
  social_username: fc.option(word),
  channels: fc.subarray([...channels]),
  tags: fc.array(word.map((name) => ({ id: '', name: name.trim(), color: '' }))),
  opted_out_at: fc.option(instant),
  created_at: instant,
  updated_at: instant,
  last_inbound_at: optional(instant),
  last_message_at: optional(instant),
  conversation_statuses: optional(fc.dictionary(fc.constantFrom(...channels), status)),
}) as fc.Arbitrary<FilteredContact>;

const valueFor = (field: OwnField, op: string): fc.Arbitrary<string> => {
  if (op.endsWith('within_days')) return fc.integer({ min: 0, max: 11 }).map(String);
  if (field.endsWith('_at')) return instant;
  if (field === 'channel') return fc.constantFrom(...channels);
  if (field === 'opted_out') return fc.constantFrom('true', 'false');
  return field === 'conversation_status' ? status : word;
};

const ownFields = Object.keys(operatorsByField).filter((key) => !key.includes('.')) as OwnField[];

const rule: fc.Arbitrary<SegmentRule> = fc
  .constantFrom(...ownFields)
  .chain((field) => fc.constantFrom(...operatorsByField[field]).map((op) => ({ field, op })))
  .chain(({ field, op }) => valueFor(field, op).map((value) => ({ field, op, value })));

const filter: fc.Arbitrary<SegmentFilter> = fc.record({
  match: fc.constantFrom('all', 'any'),
  rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
});

/** A second implementation that shares no code with the first. */
const naive = ({ match, rules }: SegmentFilter, who: FilteredContact): boolean => {
  const results: boolean[] = [];
  for (const candidate of rules) results.push(naiveRule(candidate, who));
  return match === 'all' ? !results.includes(false) : results.includes(true);
};

const lower = (value: string): string => value.normalize('NFC').toLowerCase().normalize('NFC');

const naiveRule = ({ field, op, value }: SegmentRule, who: FilteredContact): boolean => {
  if (field === 'tag') {
    const names = new Set(who.tags.map(({ name }) => lower(name)));
    return op === 'has' ? names.has(lower(value.trim())) : !names.has(lower(value.trim()));
  }
  if (field === 'channel') return who.channels.some((channel) => channel === value) === (op === 'is');
  if (field === 'conversation_status') {
    const has = Object.values(who.conversation_statuses ?? {}).some((current) => current === value);
    return op === 'is' ? has : !has;
  }
  if (field === 'opted_out') return value === (who.opted_out_at === null ? 'false' : 'true');
  if (field.endsWith('_at')) return naiveDate(op, value, Reflect.get(who, field));
  return naiveText(op, lower(value), lower(Reflect.get(who, field) ?? ''));
};

const naiveDate = (op: string, value: string, at: string | null | undefined): boolean => {
  const oldest = new Date(nowMs - Number(value) * dayMs);
  if (op === 'not_within_days') return !at || at < oldest.toISOString();
  if (!at) return false;
  if (op === 'within_days') return at >= oldest.toISOString();
  return op === 'before' ? at < value : at > value;
};

/** Expected values are never empty, so an absent value, read as empty, matches only negative operators. */
const naiveText = (op: string, expected: string, has: string): boolean => {
  if (op === 'exists') return has !== '';
  if (op === 'not_exists') return has === '';
  if (op === 'is') return has === expected;
  if (op === 'is_not') return has !== expected;
  if (op === 'contains') return has.indexOf(expected) >= 0;
  if (op === 'not_contains') return has.indexOf(expected) < 0;
  if (op === 'starts_with') return has.slice(0, expected.length) === expected;
  return has.length >= expected.length && has.slice(has.length - expected.length) === expected;
};

const pairs = ownFields.flatMap((field) => operatorsByField[field].map((op) => ({ field, op })));

it.each(pairs)('$field $op gives the same result as an independent implementation', ({ field, op }) => {
  fc.assert(
    fc.property(valueFor(field, op), contact, (value, who) => {
      const given: SegmentFilter = { match: 'all', rules: [{ field, op, value }] };
      expect(compileFilter(given, nowMs)(who)).toBe(naive(given, who));
    }),
  );
});

it('any filter gives the same result as an independent implementation', () => {
  fc.assert(
    fc.property(filter, contact, (given, who) => {
      expect(compileFilter(given, nowMs)(who)).toBe(naive(given, who));
    }),
    { numRuns: 1_000 },
  );
});

const negatives = new Map<string, SegmentRule['op']>([
  ['has', 'not_has'],
  ['is', 'is_not'],
  ['contains', 'not_contains'],
  ['exists', 'not_exists'],
  ['within_days', 'not_within_days'],
]);

it.each(
  pairs.flatMap(({ field, op }) => {
    const negative = negatives.get(op);
    return negative ? [{ field, op, negative }] : [];
  }),
)('$field $negative gives the exact opposite of $op', ({ field, op, negative }) => {
  fc.assert(
    fc.property(valueFor(field, op), contact, (value, who) => {
      const matches = (op: SegmentRule['op']) =>
        compileFilter({ match: 'all', rules: [{ field, op, value }] }, nowMs)(who);
      expect(matches(negative)).toBe(!matches(op));
    }),
  );
});
