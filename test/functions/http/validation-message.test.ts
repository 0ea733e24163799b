import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { parseEntry } from '../../../functions/http/parse-entry.ts';
import { validate } from '../../../functions/http/validation-message.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import { contactInput } from '../../../functions/model/contacts/input.ts';

const schema = z.object({
  name: z.string().check(z.minLength(2), z.maxLength(3)),
  note: z.optional(z.nullable(z.string())),
  either: z.optional(z.union([z.string(), z.null()])),
  kind: z.optional(z.enum(['static', 'dynamic'])),
  ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(2))),
  deep: z.optional(z.object({ inner: z.string() })),
  values: z.optional(z.union([z.array(z.string()), z.object({ list: z.optional(z.array(z.string())) })])),
  filled: z.optional(z.string().check(z.minLength(1))),
  texts: z.optional(z.record(z.string(), z.string())),
  days: z.optional(z.int()),
  on: z.optional(z.boolean()),
  own: z.optional(z.string().check(z.refine((text) => text === 'x', 'must be x'))),
});

it.each([
  [{}, '"name" is required.'],
  [{ name: 7 }, '"name" must be a string: write "7", with quotes.'],
  [{ name: [] }, '"name" must be a string.'],
  [{ name: 'abc', days: '30' }, '"days" must be a number: write 30, without quotes.'],
  [{ name: 'abc', days: '30 days' }, '"days" must be a number.'],
  [{ name: 'abc', on: 'true' }, '"on" must be a boolean: write true, without quotes.'],
  [{ name: 'abc', on: '1' }, '"on" must be a boolean.'],
  [{ name: 'a' }, '"name" must have at least 2 characters.'],
  [{ name: 'abcd' }, '"name" must have at most 3 characters.'],
  [{ name: 'abc', either: 1 }, '"either" must be a string or null.'],
  [{ name: 'abc', kind: 'x' }, '"kind" must be one of static, dynamic.'],
  [{ name: 'abc', ids: {} }, '"ids" must be an array.'],
  [{ name: 'abc', ids: [] }, '"ids" must not be empty.'],
  [{ name: 'abc', ids: ['x'] }, '"ids.0" must be a valid uuid.'],
  [{ name: 'abc', deep: {} }, '"deep.inner" is required.'],
  [{ name: 'abc', values: 'x' }, '"values" must be an array or an object.'],
  [{ name: 'abc', values: ['x', 7] }, '"values.1" must be a string: write "7", with quotes.'],
  [{ name: 'abc', values: { list: 'x' } }, '"values.list" must be an array.'],
  [{ name: 'abc', filled: '' }, '"filled" must not be empty.'],
  [{ name: 'abc', texts: 'x' }, '"texts" must be an object of strings.'],
  [{ name: 'abc', own: 'y' }, '"own" must be x.'],
  [
    { name: 'abc', texts: { ['x'.repeat(99)]: 7 } },
    `"texts.${'x'.repeat(74)}" must be a string: write "7", with quotes.`,
  ],
])('a validation message names the field and its requirement: %j', (input, message) => {
  expect(validate(schema, input)).toEqual(new ApiError('bad_request', message));
});

it('a fault of the whole body is said of the body', () => {
  const either = schema.check(z.refine(() => false, 'must have exactly one of "a" and "b"'));
  expect(validate(either, { name: 'abc' })).toMatchObject({
    message: 'The body must have exactly one of "a" and "b".',
  });
});

it('a valid entry is returned as its schema reads it', () => {
  const entry = { phone: '+14155550123', name: null, tags: [' vip '], unknown: 1 };
  expect(parseEntry(contactInput, entry)).toEqual({ phone: '+14155550123', name: null, tags: ['vip'] });
});

it.each([
  [{}, '"phone" is required.'],
  [{ phone: '1', email: 7 }, '"email" must be a string or null.'],
  ['text', 'The entry must be an object.'],
  [null, 'The entry must be an object.'],
  [[], 'The entry must be an object.'],
])('the fault of the entry %j is a value with its message', (entry, message) => {
  expect(parseEntry(contactInput, entry)).toEqual(new ApiError('bad_request', message));
});

it('a message is ours, whatever messages the process has', () => {
  const { localeError } = z.config();
  onTestFinished(() => void z.config({ localeError }));
  z.config(z.locales.en());
  expect(z.safeParse(schema, { name: 'a' }).error?.issues).toMatchObject([{ message: expect.stringMatching(/^Too/) }]);
  expect(validate(schema, { name: 'a' })).toMatchObject({ message: '"name" must have at least 2 characters.' });
});
