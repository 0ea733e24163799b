import * as z from 'zod/mini';
import { ApiError } from '../model/api-error.ts';
import { truncate } from '../model/characters.ts';

type Issue = z.core.$ZodIssue;

/** The value as its schema reads it, or its first fault. */
export const validate = <Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  whole = 'The body',
): z.output<Schema> | ApiError => {
  // Never the messages of the process: loading all of zod, as the admin commands do, sets English ones for good.
  const result = z.safeParse(schema, input, { error: () => defaultMessage });
  return result.success
    ? result.data
    : new ApiError('bad_request', validationMessage(result.error.issues, input, whole));
};

/** Stands for the message of every issue whose schema sets none. */
const defaultMessage = 'Invalid input';

const validationMessage = ([first]: readonly Issue[], input: unknown, whole: string): string => {
  if (!first) return 'The request is not valid.';
  const issue = findInnerIssue(first);
  const name = issue.path.length === 0 ? whole : quoteField(issue.path.join('.'));
  return `${name} ${toRequirement(issue, readPath(input, issue.path))}.`;
};

/**
 * Longer than the path of any field of ours. An import quotes a name of the caller for each of its entries, and its
 * response is stored for a replay.
 */
const fieldCharactersMax = 80;

export const quoteField = (path: string): string => `"${truncate(path, fieldCharactersMax)}"`;

/** A value that matches the type of one union member is reported by the fault within that member. */
const findInnerIssue = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union') return issue;
  const [inner] = issue.errors.flat().filter(({ path }) => path.length > 0);
  return inner ? findInnerIssue({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
};

const toRequirement = (issue: Issue, value: unknown): string => {
  if (value === undefined) return 'is required';
  if (issue.message !== defaultMessage) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}${quotesHint(issue.expected, value)}`;
    case 'invalid_union':
      return `must be ${[...new Set(issue.errors.map(unionRequirement))].join(' or ')}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} ${toUnit(issue.origin)}`;
    case 'too_big':
      return `must have at most ${issue.maximum} ${toUnit(issue.origin)}`;
    case 'invalid_format':
      return `must be a valid ${issue.format}`;
    default:
      return 'is not valid';
  }
};

const unionRequirement = ([first]: readonly Issue[]): string =>
  first?.code === 'invalid_type' ? withArticle(first.expected) : 'another form';

const withArticle = (type: string): string => {
  if (type === 'null') return 'null';
  if (type === 'record') return 'an object of strings';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
};

const quotesHint = (expected: string, value: unknown): string => {
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return `: write "${value}", with quotes`;
  const isQuoted = typeof value === 'string' && quotableTypes[expected]?.test(value);
  return isQuoted ? `: write ${value}, without quotes` : '';
};

const wholeNumber = /^-?\d{1,15}$/;
const quotableTypes: Record<string, RegExp> = { boolean: /^(true|false)$/, int: wholeNumber, number: wholeNumber };

const toUnit = (origin: string): string => (origin === 'string' ? 'characters' : 'items');

const readPath = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
