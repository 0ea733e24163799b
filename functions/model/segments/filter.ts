import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { type AttributeField, attributeField, findAttributeName } from '../contacts/attributes.ts';
import { tagName } from '../contacts/tag.ts';
import { conversationStatuses } from '../conversations/conversation.ts';
import { removeInvisible } from '../fold-text.ts';
import { defaultedField } from '../optional-field.ts';

const presenceOperators = ['has', 'not_has'] as const;
const equalityOperators = ['is', 'is_not'] as const;
const textOperators = [
  ...equalityOperators,
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'exists',
  'not_exists',
] as const;
const numberOperators = ['less_than', 'greater_than'] as const;
const timeOperators = ['before', 'after', 'within_days', 'not_within_days'] as const;

export const operatorsByField = {
  tag: presenceOperators,
  name: textOperators,
  email: textOperators,
  company: textOperators,
  phone: textOperators,
  social_username: textOperators,
  channel: equalityOperators,
  created_at: timeOperators,
  updated_at: timeOperators,
  last_inbound_at: timeOperators,
  last_message_at: timeOperators,
  conversation_status: equalityOperators,
  opted_out: ['is'],
  'attributes.<name>': [...textOperators, ...numberOperators],
} as const;

const attributeKey = 'attributes.<name>';

type OperatorKey = keyof typeof operatorsByField;

/** A field of the contact itself. */
export type OwnField = Exclude<OperatorKey, AttributeField>;
export type RuleOperator = (typeof operatorsByField)[OperatorKey][number];

const ownFields = Object.keys(operatorsByField).filter((key) => key !== attributeKey) as [OwnField, ...OwnField[]];
const operators = [...presenceOperators, ...textOperators, ...timeOperators, ...numberOperators] as const;

const ruleField = z.union([z.enum(ownFields), attributeField], {
  error: `must be one of ${ownFields.join(', ')}, or attributes. and the name of an attribute`,
});

const valueLengthMax = 1_000;

const ruleValue = z.string().check(z.maxLength(valueLengthMax, { abort: true }));

/** Validated when it is stored, so evaluation needs no checks. */
export const segmentRule = z
  .object({ field: ruleField, op: z.enum(operators), value: defaultedField(ruleValue, '') })
  .check(({ value: rule, issues }) => {
    const problem = findRuleProblem(rule);
    if (problem) issues.push({ code: 'custom', input: rule, ...problem });
  });

export type SegmentRule = z.output<typeof segmentRule>;

export const segmentFilter = z.object({
  match: z.enum(['all', 'any']),
  rules: z.array(segmentRule).check(z.minLength(1), z.maxLength(20)),
});

export type SegmentFilter = z.output<typeof segmentFilter>;

interface RuleProblem {
  path: [keyof Rule];
  message: string;
}

interface Rule {
  field: OwnField | AttributeField;
  op: RuleOperator;
  value: string;
}

const findRuleProblem = (rule: Rule): RuleProblem | undefined => {
  const isAttribute = findAttributeName(rule.field) !== undefined;
  const allowed: readonly RuleOperator[] = operatorsByField[isAttribute ? attributeKey : (rule.field as OwnField)];
  if (!allowed.includes(rule.op)) {
    return { path: ['op'], message: `must be one of ${allowed.join(', ')} for the field ${rule.field}` };
  }
  const valueProblem = findValueProblem(rule);
  return valueProblem === undefined ? undefined : { path: ['value'], message: valueProblem };
};

const findValueProblem = ({ field, op, value }: Rule): string | undefined => {
  if (op === 'exists' || op === 'not_exists') return undefined;
  if (op === 'before' || op === 'after') {
    return isDateTime(value) ? undefined : 'must be an ISO 8601 date-time, for example 2026-01-31T09:00:00Z';
  }
  if (op === 'within_days' || op === 'not_within_days') {
    return /^\d{1,5}$/.test(value) ? undefined : 'must be a whole number of days as a string, for example "30"';
  }
  if (op === 'less_than' || op === 'greater_than') {
    return numberPattern.test(value) ? undefined : 'must be a number as a string, for example "9.5"';
  }
  if (field === 'tag') return z.safeParse(tagName, value).success ? undefined : 'must be the name of a tag';
  if (field === 'channel') return findOptionProblem(channels, value);
  if (field === 'conversation_status') return findOptionProblem(conversationStatuses, value);
  if (field === 'opted_out') return findOptionProblem(['true', 'false'], value);
  return removeInvisible(value) === '' ? `must not be empty for ${op}` : undefined;
};

export const numberPattern = /^-?\d{1,16}(\.\d{1,16})?$/;

const isDateTime = (value: string): boolean => z.safeParse(z.iso.datetime({ offset: true }), value).success;

const findOptionProblem = (allowed: readonly string[], value: string): string | undefined =>
  allowed.includes(value.toLowerCase()) ? undefined : `must be one of ${allowed.join(', ')}`;
