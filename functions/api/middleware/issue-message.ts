import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Says what to change about the first thing that is wrong with a body or query. */
export const issueMessage = ([issue]: readonly Issue[], input: unknown): string => {
  if (!issue) return 'The request is not valid.';
  const name = issue.path.length === 0 ? 'The value' : `"${issue.path.join('.')}"`;
  return `${name} ${demandOf(issue, valueAt(input, issue.path))}.`;
};

const demandOf = (issue: Issue, value: unknown): string => {
  if (value === undefined) return 'is required';
  if (issue.message !== unspecified) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindOf(issue.expected)}`;
    case 'invalid_union':
      return `must be ${[...new Set(issue.errors.map(unionDemand))].join(' or ')}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must have at least ${issue.minimum} ${unitOf(issue.origin)}`;
    case 'too_big':
      return `must have at most ${issue.maximum} ${unitOf(issue.origin)}`;
    case 'invalid_format':
      return `must be a valid ${issue.format}`;
    default:
      return 'is not valid';
  }
};

/** The text that zod's small edition gives every issue to which a schema adds none of its own. */
const unspecified = 'Invalid input';

const unionDemand = ([first]: readonly Issue[]): string =>
  first?.code === 'invalid_type' ? kindOf(first.expected) : 'another form';

const kindOf = (type: string): string => {
  if (type === 'null') return 'null';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
};

const unitOf = (origin: string): string => (origin === 'string' ? 'characters' : 'items');

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
