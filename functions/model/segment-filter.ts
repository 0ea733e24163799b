import * as z from 'zod/mini';
import { channels, conversationStatuses } from './contact.ts';
import { tagName } from './tag.ts';

const presence = ['has', 'not_has'] as const;
const equality = ['is', 'is_not'] as const;
const text = [...equality, 'contains', 'not_contains', 'starts_with', 'ends_with', 'exists', 'not_exists'] as const;
const time = ['before', 'after', 'within_days', 'not_within_days'] as const;

/** What a rule can ask of each field of a contact. */
export const operatorsOf = {
  tag: presence,
  name: text,
  email: text,
  company: text,
  phone: text,
  social_username: text,
  channel: equality,
  created_at: time,
  updated_at: time,
  last_inbound_at: time,
  last_message_at: time,
  conversation_status: equality,
} as const;

export type RuleField = keyof typeof operatorsOf;
export type RuleOperator = (typeof operatorsOf)[RuleField][number];

const fields = Object.keys(operatorsOf) as [RuleField, ...RuleField[]];
const operators = [...presence, ...text, ...time] as const;

/** Longer than any text that a contact can hold. */
const valueLengthMax = 1_000;

/** One question to a contact. It is checked when it is stored, so that a stored rule can always be answered. */
export const segmentRule = z
  .object({
    field: z.enum(fields),
    op: z.enum(operators),
    /** Ignored by exists and not_exists, which need not have one. */
    value: z._default(z.string().check(z.maxLength(valueLengthMax)), ''),
  })
  .check(({ value: rule, issues }) => {
    const problem = problemOf(rule);
    if (problem) issues.push({ code: 'custom', input: rule, ...problem });
  });

export type SegmentRule = z.output<typeof segmentRule>;

/** A saved question: a contact is in the segment when all rules hold for it, or any. */
export const segmentFilter = z.object({
  match: z.enum(['all', 'any']),
  rules: z.array(segmentRule).check(z.minLength(1), z.maxLength(20)),
});

export type SegmentFilter = z.output<typeof segmentFilter>;

interface Problem {
  path: [keyof Rule];
  message: string;
}

interface Rule {
  field: RuleField;
  op: RuleOperator;
  value: string;
}

const problemOf = (rule: Rule): Problem | undefined => {
  const known: readonly RuleOperator[] = operatorsOf[rule.field];
  if (!known.includes(rule.op)) {
    return { path: ['op'], message: `must be one of ${known.join(', ')} for the field ${rule.field}` };
  }
  const demand = demandOn(rule);
  return demand === undefined ? undefined : { path: ['value'], message: demand };
};

/** What the operator needs of a value that it cannot use. */
const demandOn = ({ field, op, value }: Rule): string | undefined => {
  if (op === 'exists' || op === 'not_exists') return undefined;
  if (op === 'before' || op === 'after') {
    return isDateTime(value) ? undefined : 'must be an ISO 8601 date-time, such as 2026-01-31T09:00:00Z';
  }
  if (op === 'within_days' || op === 'not_within_days') {
    return /^\d{1,5}$/.test(value) ? undefined : 'must be a whole number of days in a string, such as "30"';
  }
  if (field === 'tag') return z.safeParse(tagName, value).success ? undefined : 'must be the name of a tag';
  if (field === 'channel') return demandOneOf(channels, value);
  if (field === 'conversation_status') return demandOneOf(conversationStatuses, value);
  return value === '' ? `must not be empty for ${op}` : undefined;
};

const isDateTime = (value: string): boolean => z.safeParse(z.iso.datetime({ offset: true }), value).success;

const demandOneOf = (allowed: readonly string[], value: string): string | undefined =>
  allowed.includes(value.toLowerCase()) ? undefined : `must be one of ${allowed.join(', ')}`;
