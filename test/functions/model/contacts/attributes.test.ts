import { describe, expect, it } from 'vitest';
import { parseEntry } from '../../../../functions/http/parse-entry.ts';
import { validate } from '../../../../functions/http/validation-message.ts';
import { contactChanges, contactInput } from '../../../../functions/model/contacts/input.ts';

const parse = (fields: object) => parseEntry(contactInput, { phone: '+4915112345678', ...fields });

const named = (count: number, value: unknown = 1): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, value]));

describe('the attributes of a contact', () => {
  it.each([
    {},
    { city: 'Lisbon', orders: 12, balance: -0.5, vip: false, ['a'.repeat(40)]: '', gone: null },
    { most: Number.MAX_SAFE_INTEGER, emoji: '🦊'.repeat(255) },
    named(50, 'x'.repeat(255)),
    { ...named(50), gone: null },
  ])('are accepted: %j', (attributes) => expect(parse({ attributes })).toMatchObject({ attributes }));

  it.each([
    [{ City: 'Lisbon' }, '"attributes.City" has a name that is not allowed.'],
    [JSON.parse('{"__proto__":"x"}'), '"attributes" has a name that is not allowed.'],
    [{ '1st': 1 }, '"attributes.1st" has a name'],
    [{ ['a'.repeat(41)]: 1 }, 'has a name'],
    [{ city: 'x'.repeat(256) }, '"attributes.city" must have at most 255 characters.'],
    [{ city: ['Lisbon'] }, '"attributes.city" must be a string or a number or a boolean'],
    [{ big: 2 ** 53 }, '"attributes.big" must have at most 15 digits before the decimal point.'],
    [{ tiny: 1e-200 }, '"attributes.tiny" must'],
    [named(51), '"attributes" must be at most 50 attributes'],
    [named(50, '\u0001'.repeat(255)), '"attributes" must be at most 50 attributes'],
    ['Lisbon', '"attributes" must be an object'],
  ])('are refused: %j', (attributes, message) => {
    expect(parse({ attributes })).toMatchObject({ code: 'bad_request', message: expect.stringContaining(message) });
  });
});

describe('the keys and texts of a new contact', () => {
  it.each([
    [{ external_id: ' crm-1 ' }, { external_id: 'crm-1' }],
    [
      { external_id: 'crm-1', phone: null },
      { external_id: 'crm-1', phone: undefined },
    ],
    [{ external_id: null }, { phone: '+4915112345678' }],
    [
      { name: '', email: ' not an address ', company: 'a\nb\u0000c', tags: null },
      { name: '', email: ' not an address ', company: 'a\nb\u0000c', tags: undefined },
    ],
  ])('are accepted: %j', (fields, expected) => expect(parse(fields)).toMatchObject(expected));

  it.each([
    [{ external_id: '  ' }, '"external_id" must not be empty.'],
    [{ external_id: 'x'.repeat(256) }, '"external_id" must have at most 255 characters.'],
    [{ external_id: 7 }, '"external_id" must be a string or null.'],
    [{ phone: undefined }, '"phone" is required.'],
    [{ phone: null }, '"phone" must be a string.'],
    [{ phone: 1 }, '"phone" must be a string: write "1", with quotes.'],
  ])('are refused: %j', (fields, message) => expect(parse(fields)).toMatchObject({ code: 'bad_request', message }));
});

it.each([
  [{ name: 5 }, '"name" must be a string or null.'],
  [{ email: {} }, '"email" must be a string or null.'],
  [{ company: false }, '"company" must be a string or null.'],
  [{ opted_out: 'yes' }, '"opted_out" must be a boolean.'],
  [{ tags: 'VIP' }, '"tags" must be an array.'],
  [{ tags: ['new', ' '] }, '"tags.1" must not be empty.'],
  [{ tags: Array.from({ length: 31 }, (_, n) => `t${n}`) }, 'at most 30 tags'],
])('a change of a contact is refused with the field: %j', (body, message) => {
  expect(validate(contactChanges, body)).toMatchObject({ message: expect.stringContaining(message) });
});

it('a change of a contact with null clears a name and leaves the tags', () => {
  expect(validate(contactChanges, { name: null, tags: null })).toEqual({ name: null, tags: undefined });
});
