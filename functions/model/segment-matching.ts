import type { Contact } from './contact.ts';
import type { RuleField, RuleOperator, SegmentFilter, SegmentRule } from './segment-filter.ts';
import type { ContactActivity } from './stored-contact.ts';

export type FilteredContact = Pick<
  Contact,
  'tags' | 'name' | 'email' | 'company' | 'phone' | 'social_username' | 'channels' | 'created_at' | 'updated_at'
> &
  ContactActivity;

/**
 * Each negative operator is the exact opposite of its positive one, so for a contact without a value only negative
 * operators match.
 */
export const matchesFilter = ({ match, rules }: SegmentFilter, contact: FilteredContact, nowMs: number): boolean =>
  match === 'all'
    ? rules.every((rule) => ruleHolds(rule, contact, nowMs))
    : rules.some((rule) => ruleHolds(rule, contact, nowMs));

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

const ruleHolds = ({ field, op, value: expected }: SegmentRule, contact: FilteredContact, nowMs: number): boolean => {
  const compare = comparisons[isNegative(op) ? opposites[op] : op];
  const isMatch = fieldValues[field](contact).some((value) => compare(value, expected, nowMs));
  return isNegative(op) ? !isMatch : isMatch;
};

const fieldValues: Record<RuleField, (contact: FilteredContact) => string[]> = {
  tag: ({ tags }) => tags.map((tag) => tag.name),
  name: ({ name }) => toValues(name),
  email: ({ email }) => toValues(email),
  company: ({ company }) => toValues(company),
  phone: ({ phone }) => toValues(phone),
  social_username: ({ social_username }) => toValues(social_username),
  channel: ({ channels }) => channels,
  created_at: ({ created_at }) => [created_at],
  updated_at: ({ updated_at }) => [updated_at],
  last_inbound_at: ({ last_inbound_at }) => toValues(last_inbound_at),
  last_message_at: ({ last_message_at }) => toValues(last_message_at),
  conversation_status: ({ conversation_statuses = {} }) => Object.values(conversation_statuses),
};

const toValues = (value: string | null | undefined): string[] => (value ? [value] : []);

const dayMs = 24 * 60 * 60 * 1000;

const comparisons: Record<Positive, (value: string, expected: string, nowMs: number) => boolean> = {
  has: (value, expected) => fold(value) === fold(expected.trim()),
  is: (value, expected) => fold(value) === fold(expected),
  contains: (value, expected) => fold(value).includes(fold(expected)),
  starts_with: (value, expected) => fold(value).startsWith(fold(expected)),
  ends_with: (value, expected) => fold(value).endsWith(fold(expected)),
  exists: () => true,
  before: (value, expected) => Date.parse(value) < Date.parse(expected),
  after: (value, expected) => Date.parse(value) > Date.parse(expected),
  within_days: (value, expected, nowMs) => nowMs - Date.parse(value) <= Number(expected) * dayMs,
};

const fold = (text: string): string => text.normalize('NFC').toLowerCase();
