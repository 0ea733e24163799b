import { expect, it } from 'vitest';
import * as wholeZod from 'zod';
import { parseEntry } from '../../../functions/http/parse-entry.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import { contactInput } from '../../../functions/model/contacts/input.ts';

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

it('the message of a fault is ours where the whole of zod is loaded', () => {
  wholeZod.config(wholeZod.locales.en());
  const entry = { phone: '1', name: 'x'.repeat(256) };
  expect(parseEntry(contactInput, entry)).toMatchObject({ message: '"name" must have at most 255 characters.' });
});
