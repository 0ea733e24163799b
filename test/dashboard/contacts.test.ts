import { describe, expect, test, vi } from 'vitest';
import { readPeople } from '../../dashboard/pages/contacts/bulk-work.ts';
import {
  attributeText,
  kindOf,
  parseAttribute,
  toContactQuery,
  toContactsCsv,
} from '../../dashboard/pages/contacts/contact-values.ts';
import { segmentTexts } from '../../dashboard/texts/en/segments.ts';
import { newContact } from '../../functions/domain/contacts/contacts.ts';
import { type Contact, toContact } from '../../functions/model/contacts/contact.ts';

const none = { tag: undefined, channel: undefined, consent: undefined };

test.each([
  ['a', {}],
  [' ana ', { search: 'ana' }],
  ['+1 (415) 555-0123', { phone: '+14155550123' }],
  ['0170 12 34', { search: '01701234' }],
  ['2nd street', { search: '2nd street' }],
  ['---', { search: '---' }],
])('the search %j asks for %j', (search, query) => {
  expect(toContactQuery({ ...none, search })).toEqual(query);
});

test('filters that are not set are left out of the query', () => {
  expect(toContactQuery({ search: undefined, tag: 'vip', channel: 'web', consent: 'opted_out' })).toEqual({
    tag: 'vip',
    channel: 'web',
    consent: 'opted_out',
  });
});

test.each([
  ['text', ' 12 ', '12'],
  ['number', '1.5', 1.5],
  ['number', 'many', undefined],
  ['boolean', 'Yes', true],
  ['boolean', 'perhaps', undefined],
  ['text', ' ', undefined],
] as const)('an attribute of kind %s reads %j as %j', (kind, text, value) => {
  expect(parseAttribute(kind, text)).toBe(value);
});

test.each(['gold', 3, true, false])('the attribute %j is the same after it was edited without a change', (value) => {
  expect(parseAttribute(kindOf(value), attributeText(value))).toBe(value);
});

test('a file of contacts has a column for each attribute, with every cell safe in a spreadsheet', () => {
  const name = '=HYPERLINK("https://evil.example")';
  const contact = toContact({
    ...newContact('019a8f00-0000-7000-8000-000000000001', { name, company: 'Silva, Lda' }),
    phone: '+14155550123',
    channels: ['msgapp', 'web'],
    tags: [{ id: '019a8f00-0000-7000-8000-000000000002', name: '@vip', color: '#ef4444' }],
    attributes: { plan: 'gold' },
  });
  const other = { ...contact, name: 'Bo', attributes: { age: 7, plan: '-1+1' } };
  const [header, first, second] = toContactsCsv([contact, other]).split('\r\n');
  expect(header).toMatch(/^\uFEFFID,Name,Phone,.*,External ID,age,plan$/);
  expect(first).toContain(`,"'=HYPERLINK(""https://evil.example"")",+14155550123,,,"Silva, Lda",'@vip,"msgapp, web",,`);
  expect(first).toMatch(/,,,gold$/);
  expect(second).toMatch(/,,7,'-1\+1$/);
});

describe('work on many contacts', () => {
  const contacts = Array.from({ length: 1_001 }, (_, index) => ({ id: `c${index}`, name: `N${index}` }) as Contact);
  async function* pagesOf(all: readonly Contact[]) {
    for (let at = 0; at < all.length; at += 100) yield all.slice(at, at + 100);
  }

  test('chooses at most 1,000 people for a broadcast', async () => {
    await expect(readPeople(pagesOf(contacts), vi.fn())).rejects.toThrow('Choose at most 1,000 people');
    expect(await readPeople(pagesOf(contacts.slice(1)), vi.fn())).toHaveLength(1_000);
  });
});

test('the refused numbers are listed up to a limit and counted beyond it', () => {
  const result = { changed: 1, unchanged: 0, unknown: 0, invalid: ['soon', 'x'.repeat(40), '12', '13'] };
  expect(segmentTexts.add.result({ ...result, invalid_count: 130 })).toBe(
    `1 added, 130 are no phone numbers: soon, ${'x'.repeat(30)}, 12, …`,
  );
});
