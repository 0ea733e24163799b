import type { Contact, ContactActivity } from './contact.ts';
import type { RuleField, RuleOperator, SegmentFilter, SegmentRule } from './segment-filter.ts';

/** All that a filter can ask about. */
export type FilteredContact = Pick<
  Contact,
  'tags' | 'name' | 'email' | 'company' | 'phone' | 'social_username' | 'channels' | 'created_at' | 'updated_at'
> &
  ContactActivity;

/**
 * Whether a contact is in a segment at this time. Where the contact has no value, nothing holds of it but the negative
 * operators, each of which is the exact opposite of its positive.
 */
export const matches = ({ match, rules }: SegmentFilter, contact: FilteredContact, nowMs: number): boolean =>
  match === 'all'
    ? rules.every((rule) => holds(rule, contact, nowMs))
    : rules.some((rule) => holds(rule, contact, nowMs));

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

const holds = ({ field, op, value: wanted }: SegmentRule, contact: FilteredContact, nowMs: number): boolean => {
  const test = tests[isNegative(op) ? opposites[op] : op];
  const some = valuesOf[field](contact).some((value) => test(value, wanted, nowMs));
  return isNegative(op) ? !some : some;
};

/** The values of a field: none where the contact lacks it, several for tags, channels and conversations. */
const valuesOf: Record<RuleField, (contact: FilteredContact) => string[]> = {
  tag: ({ tags }) => tags.map((tag) => tag.name),
  name: ({ name }) => present(name),
  email: ({ email }) => present(email),
  company: ({ company }) => present(company),
  phone: ({ phone }) => present(phone),
  social_username: ({ social_username }) => present(social_username),
  channel: ({ channels }) => channels,
  created_at: ({ created_at }) => [created_at],
  updated_at: ({ updated_at }) => [updated_at],
  last_inbound_at: ({ last_inbound_at }) => present(last_inbound_at),
  last_message_at: ({ last_message_at }) => present(last_message_at),
  conversation_status: ({ conversation_statuses = {} }) => Object.values(conversation_statuses),
};

const present = (value: string | null | undefined): string[] => (value ? [value] : []);

const dayMs = 24 * 60 * 60 * 1000;

const tests: Record<Positive, (value: string, wanted: string, nowMs: number) => boolean> = {
  has: (value, wanted) => fold(value) === fold(wanted.trim()),
  is: (value, wanted) => fold(value) === fold(wanted),
  contains: (value, wanted) => fold(value).includes(fold(wanted)),
  starts_with: (value, wanted) => fold(value).startsWith(fold(wanted)),
  ends_with: (value, wanted) => fold(value).endsWith(fold(wanted)),
  exists: () => true,
  before: (value, wanted) => Date.parse(value) < Date.parse(wanted),
  after: (value, wanted) => Date.parse(value) > Date.parse(wanted),
  within_days: (value, wanted, nowMs) => nowMs - Date.parse(value) <= Number(wanted) * dayMs,
};

/** Text compares without case, and however its accents are composed. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase();
