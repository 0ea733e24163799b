import { channels } from '../../../functions/model/channels/channel.ts';
import { attributeNamePattern, findAttributeName } from '../../../functions/model/contacts/attributes.ts';
import { removeInvisible } from '../../../functions/model/fold-text.ts';
import {
  numberPattern,
  type OwnField,
  operatorsByField,
  type RuleOperator,
  type SegmentFilter,
  type SegmentRule,
} from '../../../functions/model/segments/filter.ts';
import { contactPanelTexts } from '../../texts/en/contact-panel.ts';
import { segmentTexts } from '../../texts/en/segments.ts';
import { logTime } from '../../texts/time.ts';

type RuleField = OwnField | 'attribute';

/** A condition while it is edited: it may be incomplete. */
export interface DraftRule {
  key: number;
  field: RuleField;
  /** The name of the attribute, if the field is one. */
  name: string;
  op: RuleOperator;
  value: string;
}

export const rulesMax = 20;

const attributeKey = 'attributes.<name>';

export const ruleFields = Object.keys(operatorsByField).map((field) =>
  field === attributeKey ? 'attribute' : field,
) as RuleField[];

export const operatorsOf = (field: RuleField): readonly RuleOperator[] =>
  operatorsByField[field === 'attribute' ? attributeKey : field];

type ValueKind = 'none' | 'days' | 'time' | 'number' | 'tag' | 'channel' | 'status' | 'consent' | 'text';

const kindByOperator: Partial<Record<RuleOperator, ValueKind>> = {
  exists: 'none',
  not_exists: 'none',
  within_days: 'days',
  not_within_days: 'days',
  before: 'time',
  after: 'time',
  less_than: 'number',
  greater_than: 'number',
};

const kindByField: Partial<Record<RuleField, ValueKind>> = {
  tag: 'tag',
  channel: 'channel',
  conversation_status: 'status',
  opted_out: 'consent',
};

export const valueKindOf = ({ field, op }: Pick<DraftRule, 'field' | 'op'>): ValueKind =>
  kindByOperator[op] ?? kindByField[field] ?? 'text';

const firstValues: Partial<Record<ValueKind, string>> = {
  days: '30',
  channel: channels[0],
  status: 'open',
  consent: 'false',
};

const firstOperators: Partial<Record<RuleField, RuleOperator>> = {
  phone: 'starts_with',
  created_at: 'within_days',
  updated_at: 'within_days',
  last_inbound_at: 'within_days',
  last_message_at: 'within_days',
};

export const newRule = (key: number, field: RuleField): DraftRule => {
  const op = firstOperators[field] ?? operatorsOf(field)[0] ?? 'is';
  return { key, field, name: '', op, value: firstValues[valueKindOf({ field, op })] ?? '' };
};

/** Keeps the value if the new comparison takes the same kind. */
export const withOperator = (rule: DraftRule, op: RuleOperator): DraftRule => {
  const kind = valueKindOf({ ...rule, op });
  return { ...rule, op, value: kind === valueKindOf(rule) ? rule.value : (firstValues[kind] ?? '') };
};

export const fromFilter = ({ rules }: SegmentFilter): DraftRule[] =>
  rules.map(({ field, op, value }, key) => {
    const name = findAttributeName(field);
    return { key, field: name === undefined ? (field as OwnField) : 'attribute', name: name ?? '', op, value };
  });

export const toFilter = (match: SegmentFilter['match'], rules: readonly DraftRule[]): SegmentFilter => ({
  match,
  rules: rules.map(toRule),
});

const toRule = (rule: DraftRule): SegmentRule => ({
  field: rule.field === 'attribute' ? `attributes.${rule.name.trim()}` : rule.field,
  op: rule.op,
  value: valueKindOf(rule) === 'none' ? '' : rule.value.trim(),
});

interface RuleFault {
  at: 'name' | 'value';
  words: string;
}

const daysMax = 3_650;
const tagLengthMax = 80;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const { faults } = segmentTexts.builder;

/** No looser than the API, whose schemas are too large for the browser: a test compares both. */
const checks: Partial<Record<ValueKind, { isFaulty: (value: string) => boolean; words: string }>> = {
  tag: { isFaulty: (value) => isBlank(value) || value.length > tagLengthMax, words: faults.tag },
  days: {
    isFaulty: (value) => !/^\d{1,4}$/.test(value) || Number(value) < 1 || Number(value) > daysMax,
    words: faults.days,
  },
  time: { isFaulty: (value) => !isoTime.test(value) || toFieldTime(value) === '', words: faults.time },
  number: { isFaulty: (value) => !numberPattern.test(value), words: faults.number },
  text: { isFaulty: (value) => isBlank(value), words: faults.text },
};

const isBlank = (value: string): boolean => removeInvisible(value).trim() === '';

export const faultOf = (rule: DraftRule): RuleFault | undefined => {
  if (rule.field === 'attribute' && !attributeNamePattern.test(rule.name.trim()))
    return { at: 'name', words: rule.name.trim() === '' ? faults.noAttribute : faults.attribute };
  const check = checks[valueKindOf(rule)];
  return check?.isFaulty(rule.value.trim()) ? { at: 'value', words: check.words } : undefined;
};

const pad = (part: number) => String(part).padStart(2, '0');

/** Writes a time for a field for a date and time, in the zone of the browser. */
export const toFieldTime = (iso: string): string => {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const day = [time.getFullYear(), pad(time.getMonth() + 1), pad(time.getDate())].join('-');
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
};

export const fromLocalTime = (local: string): string => (local === '' ? '' : new Date(local).toISOString());

const texts = segmentTexts.sentence;

/** "has tag vip and wrote within the last 30 days" */
export const ruleWords = ({ match, rules }: SegmentFilter): string => {
  const clauses = fromFilter({ match, rules }).map(clauseOf);
  return clauses.join(`${clauses.length > 2 ? ',' : ''} ${texts.joiners[match]} `);
};

/** "Has tag vip and wrote within the last 30 days." */
export const sentenceOf = (filter: SegmentFilter): string => {
  const words = ruleWords(filter);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

const clauseOf = (rule: DraftRule): string => {
  const { field, op } = rule;
  const value = isolate(rule.value);
  const kind = valueKindOf(rule);
  const [verb = '', negated = ''] = (field !== 'attribute' && texts.verbs[field]) || [];
  const { operators, fields } = segmentTexts.builder;
  if (kind === 'days')
    return `${op === 'within_days' ? verb : negated} ${operators.within_days} ${texts.days(rule.value)}`;
  if (kind === 'time') return `${lower(fields[field])} ${operators[op]} ${logTime(Date.parse(rule.value))}`;
  if (field === 'tag') return `${texts.tag[op === 'has' ? 'has' : 'not_has']} ${value}`;
  if (field === 'channel') return `${texts.channel[op === 'is' ? 'is' : 'is_not']} ${named(rule.value)}`;
  if (field === 'opted_out') return texts.consent[rule.value.toLowerCase() === 'true' ? 'true' : 'false'];
  const what = field === 'attribute' ? rule.name : lower(fields[field]);
  const shown = field === 'conversation_status' ? lower(statusWords(rule.value)) : value;
  return [what, operators[op], ...(kind === 'none' ? [] : [shown])].join(' ');
};

const named = (value: string): string =>
  contactPanelTexts.channels[channels.find((channel) => channel === value.toLowerCase()) ?? channels[0]];

const statusWords = (value: string): string => {
  const { statuses } = contactPanelTexts;
  return statuses[value.toLowerCase() as keyof typeof statuses] ?? value;
};

const lower = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** A text that runs from right to left, or turns the direction around, ends with itself. */
const isolate = (value: string): string => (/^[\x20-\x7e]*$/.test(value) ? value : `\u2068${value}\u2069`);
