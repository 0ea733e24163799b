import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newContact } from '../../../functions/domain/contacts/contacts.ts';
import { normalizePhone, parsePhone } from '../../../functions/domain/contacts/phone-numbers.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { compileFilter } from '../../../functions/model/segments/matching.ts';
import { createContact, listContacts, updateContact } from '../../../functions/operations/contacts/contract.ts';
import { createSegment, updateSegment } from '../../../functions/operations/segments/contract.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { unsortedMarks, unsortedText, watchNormalization } from '../../support/combining-marks.ts';

const accepts = (schema: z.core.$ZodType | undefined, input: unknown): boolean => {
  if (!schema) throw new Error('The contract has no such schema.');
  return z.safeParse(schema, input).success;
};

const filterOf = (field: string, op: string, value: string) => ({ match: 'all', rules: [{ field, op, value }] });

const texts = {
  'the tag of a new contact': (text: string) => accepts(createContact.body, { phone: '+49', tags: [text] }),
  'the tag of a changed contact': (text: string) => accepts(updateContact.body, { tags: [text] }),
  'the name of a contact': (text: string) => accepts(updateContact.body, { name: text }),
  'the search text': (text: string) => accepts(listContacts.query, { search: text }),
  'the name of a new segment': (text: string) => accepts(createSegment.body, { name: text }),
  'the name of a changed segment': (text: string) => accepts(updateSegment.body, { name: text }),
  'the text of a filter': (text: string) => accepts(updateSegment.body, { filter: filterOf('name', 'contains', text) }),
  'the tag of a filter': (text: string) => accepts(updateSegment.body, { filter: filterOf('tag', 'has', text) }),
};

describe('a text that is too long', () => {
  it.each(Object.entries(texts))('%s is refused before it is normalized', (_, parse) => {
    const { lengths } = watchNormalization();
    for (const length of [1_001, 100_000]) expect(parse(unsortedText(length))).toBe(false);
    expect(lengths()).toEqual([]);
  });

  it('any mix of combining marks is normalized only up to 400 characters of a name', () => {
    const { lengths } = watchNormalization();
    const parsers = Object.values(texts);
    const marks = fc.string({ unit: fc.constantFrom(...unsortedMarks, 'a', ' '), maxLength: 2_000, size: 'max' });
    fc.assert(
      fc.property(fc.constantFrom(...parsers), marks, (parse, text) => {
        parse(text);
      }),
      { examples: parsers.flatMap((parse) => [399, 400, 401, 2_000].map((length) => [parse, unsortedText(length)])) },
    );
    expect(Math.max(...lengths())).toBe(400);
  });
});

describe('a phone number', () => {
  it('a phone number of more than 250 characters is refused before it is normalized', async () => {
    const { lengths } = watchNormalization();
    for (const text of [unsortedText(251), unsortedText(100_000), `${' '.repeat(250)}+4915112345678`]) {
      expect(parsePhone(text, 'DE')).toBeUndefined();
      await expect(normalizePhone(newId(), text, 'to')).rejects.toMatchObject({ code: 'bad_request' });
    }
    expect(lengths()).toEqual([]);
  });

  it.each([
    ['an international number', '+49 1511 2345678'],
    ['a national number', '01511 2345678'],
    ['a text that is no number', unsortedText(248)],
  ])('%s is normalized once', (_, text) => {
    const { lengths } = watchNormalization();
    parsePhone(text, 'DE');
    expect(lengths()).toEqual([text.length]);
  });
});

it('a filter normalizes each value of its own and of a contact once', () => {
  const filter: SegmentFilter = {
    match: 'any',
    rules: Array.from({ length: 20 }, (_, index) => ({
      field: index < 10 ? 'name' : 'company',
      op: 'contains',
      value: `${unsortedText(996)}${index}`,
    })),
  };
  const contacts = Array.from({ length: 50 }, () =>
    newContact(newId(), { name: unsortedText(252), company: unsortedText(252) }),
  );
  const { lengths } = watchNormalization();
  const matches = compileFilter(filter, 0);
  expect(contacts.filter(matches)).toEqual([]);
  expect(lengths().filter((length) => length > 252)).toHaveLength(20);
  expect(lengths().filter((length) => length <= 252)).toHaveLength(2 * 50);
});
