import { type AttributeValue, findAttributeName } from '../contacts/attributes.ts';
import { isOptedOut } from '../contacts/consent.ts';
import type { ContactItem } from '../contacts/contact.ts';
import type { ContactActivity } from '../contacts/stored-contact.ts';
import { toTagKey } from '../contacts/tag.ts';
import { foldText } from '../fold-text.ts';
import { numberPattern, type OwnField, type RuleOperator, type SegmentFilter, type SegmentRule } from './filter.ts';

export type FilteredContact = Pick<
  ContactItem,
  | 'tags'
  | 'name'
  | 'email'
  | 'company'
  | 'phone'
  | 'social_username'
  | 'channels'
  | 'opted_out_at'
  | 'created_at'
  | 'updated_at'
  | 'attributes'
> &
  ContactActivity;

/**
 * Folds the filter's values once, and each field of a contact at most once. Each negative operator is the exact
 * opposite of its positive one, so for a contact without a value only negative operators match.
 */
export const compileFilter = (
  { match, rules }: SegmentFilter,
  nowMs: number,
): ((contact: FilteredContact) => boolean) => {
  const compiledRules = rules.map((rule) => compileRule(rule, nowMs));
  return (contact) => {
    const readField = buildFieldReader(contact);
    return match === 'all'
      ? compiledRules.every((holds) => holds(contact, readField))
      : compiledRules.some((holds) => holds(contact, readField));
  };
};

const opposites = {
  not_has: 'has',
  is_not: 'is',
  not_contains: 'contains',
  not_exists: 'exists',
  not_within_days: 'within_days',
} as const;

type Negative = keyof typeof opposites;
type Positive = Exclude<RuleOperator, Negative>;

const isNegative = (op: RuleOperator): op is Negative => op in opposites;

type FieldReader = (field: OwnField) => string[];

const compileRule = (
  { field, op, value: expected }: SegmentRule,
  nowMs: number,
): ((contact: FilteredContact, readField: FieldReader) => boolean) => {
  const positive = isNegative(op) ? opposites[op] : op;
  const name = findAttributeName(field);
  if (name !== undefined) {
    const isMatch = compareAttribute(positive, expected);
    return ({ attributes = {} }) => (Object.hasOwn(attributes, name) && isMatch(attributes[name])) !== isNegative(op);
  }
  const isMatch = comparisons[positive](expected, nowMs);
  return (_, readField) => readField(field as OwnField).some(isMatch) !== isNegative(op);
};

/** A number is compared as a number where that is possible, else as its text. An empty text counts as not set. */
const compareAttribute = (op: Positive, expected: string): ((value: AttributeValue | undefined) => boolean) => {
  const isTextMatch = comparisons[op](expected, 0);
  const isNumeric = op === 'less_than' || op === 'greater_than';
  const number = numberPattern.test(expected) ? Number(expected) : Number.NaN;
  return (value = '') => {
    if (value === '' || (isNumeric && typeof value !== 'number')) return false;
    return op === 'is' && typeof value === 'number' ? value === number : isTextMatch(foldText(String(value)));
  };
};

const buildFieldReader = (contact: FilteredContact): FieldReader => {
  const readValues = new Map<OwnField, string[]>();
  return (field) => {
    const values = readValues.get(field) ?? fieldValues[field](contact);
    readValues.set(field, values);
    return values;
  };
};

const fieldValues: Record<OwnField, (contact: FilteredContact) => string[]> = {
  tag: ({ tags }) => tags.map(({ name }) => toTagKey(name)),
  name: ({ name }) => toValues(name).map(foldText),
  email: ({ email }) => toValues(email).map(foldText),
  company: ({ company }) => toValues(company).map(foldText),
  phone: ({ phone }) => toValues(phone).map(foldText),
  social_username: ({ social_username }) => toValues(social_username).map(foldText),
  channel: ({ channels }) => channels,
  created_at: ({ created_at }) => [created_at],
  updated_at: ({ updated_at }) => [updated_at],
  last_inbound_at: ({ last_inbound_at }) => toValues(last_inbound_at),
  last_message_at: ({ last_message_at }) => toValues(last_message_at),
  conversation_status: ({ conversation_statuses = {} }) => Object.values(conversation_statuses),
  opted_out: (contact) => [String(isOptedOut(contact))],
};

const toValues = (value: string | null | undefined): string[] => (value ? [value] : []);

const dayMs = 24 * 60 * 60 * 1000;

const comparisons: Record<Positive, (expected: string, nowMs: number) => (value: string) => boolean> = {
  has: (expected) => compareWith(toTagKey(expected), (value, key) => value === key),
  is: (expected) => compareWith(foldText(expected), (value, text) => value === text),
  contains: (expected) => compareWith(foldText(expected), (value, text) => value.includes(text)),
  starts_with: (expected) => compareWith(foldText(expected), (value, text) => value.startsWith(text)),
  ends_with: (expected) => compareWith(foldText(expected), (value, text) => value.endsWith(text)),
  exists: () => () => true,
  before: (expected) => compareWith(Date.parse(expected), (value, time) => Date.parse(value) < time),
  after: (expected) => compareWith(Date.parse(expected), (value, time) => Date.parse(value) > time),
  less_than: (expected) => compareWith(Number(expected), (value, number) => Number(value) < number),
  greater_than: (expected) => compareWith(Number(expected), (value, number) => Number(value) > number),
  within_days: (expected, nowMs) =>
    compareWith(nowMs - Number(expected) * dayMs, (value, earliest) => Date.parse(value) >= earliest),
};

const compareWith =
  <Expected>(expected: Expected, compare: (value: string, expected: Expected) => boolean) =>
  (value: string): boolean =>
    compare(value, expected);
