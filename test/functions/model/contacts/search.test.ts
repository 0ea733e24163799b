import { expect, it } from 'vitest';
import { listContactWords, matchesSearch, parseSearch } from '../../../../functions/model/contacts/search.ts';

const nobody = { name: null, email: null, company: null, phone: null, social_username: null };

it.each([
  [
    'Zoë Müller-Lüdenscheidt',
    ['zoe muller ludenscheidt', 'muller ludenscheidt zoe', 'ludenscheidt zoe muller', 'zoe ludenscheidt'],
  ],
  ["Ｓｅａｎ O'Brien", ['sean o brien', 'o brien sean', 'brien sean o', 'sean brien']],
  ['Straße', ['strasse']],
  ['أحمد مصطفى', ['احمد مصطفي', 'مصطفي احمد']],
  ['王小明', ['王小明', '小明', '明']],
  ['สมชาย', ['สมชาย', 'มชาย', 'ชาย', 'าย', 'ย']],
  ['Σωκράτης', ['σωκρατησ']],
  ['a b c d e f g', ['a b c d e f g', 'b c d e f g a', 'c d e f g a b', 'd e f g a b c', 'a g']],
  ['😀 ', []],
])('the name %j is listed from the beginning of each of its words on', (name, words) => {
  expect(listContactWords({ ...nobody, name }, undefined)).toEqual(words);
});

it('a contact has at most twelve words of at most 40 characters, its number and addresses first', () => {
  const contact = {
    name: 'Ana Maria',
    company: 'a b c d e f g h i j k',
    email: `${'x'.repeat(50)}@example.com`,
    phone: '+14155550123',
    social_username: 'ana.maria',
    external_id: 'CRM-1',
  };
  const words = listContactWords(contact, '4155550123');
  expect(words).toHaveLength(12);
  expect(words.slice(0, 7)).toEqual([
    '4155550123',
    '~32105555141',
    'x'.repeat(40),
    'ana.maria',
    'crm-1',
    'ana maria',
    'maria ana',
  ]);
});

it.each([
  ['415 555 01', true],
  ['+1 (415) 555-0123', true],
  ['0014155550123', true],
  ['0123', true],
  ['14155', true],
  ['0415 555', true],
  ['05550', false],
  ['ana 0123', true],
  ['brien ANA', true],
  ["o'brien", true],
  ['ana bob', false],
  ['9999', false],
])('a search for %j compares with all fields: %s', (text, isFound) => {
  const contact = { ...nobody, name: "Ana O'Brien", phone: '+14155550123' };
  const parts = parseSearch(text);
  expect(matchesSearch(contact, parts)).toBe(isFound);
  const words = listContactWords(contact, '4155550123');
  const isListed = parts.every(({ beginnings }) =>
    beginnings.some((beginning) => words.some((word) => word.startsWith(beginning))),
  );
  expect(isListed).toBe(isFound);
});

it.each(['', ' ', '\u200f\u202e', '%*_', '😀😀'])('a search for %j has no word for the index', (text) => {
  expect(parseSearch(text).flatMap(({ beginnings }) => beginnings)).toEqual([]);
});
