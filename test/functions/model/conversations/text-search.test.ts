import { expect, it } from 'vitest';
import {
  cutSnippet,
  describeUnsearchable,
  hasPhrase,
  parseTextSearch,
  toIndexedWords,
} from '../../../../functions/model/conversations/text-search.ts';
import { findText } from '../../../../functions/model/search-words.ts';

const typed = (word: string) => ({ word, isBeginning: true });
const whole = (word: string) => ({ word, isBeginning: false });

it.each([
  ['where is my Refund', [whole('where'), typed('refund')]],
  ['refund ', [whole('refund')]],
  ['refund the', [whole('refund')]],
  ['the and of', []],
  ['😀', []],
  ['東京タワー', [whole('東京'), typed('タワー')]],
  ['\u202erefund\u200f order\u202c', [whole('refund'), typed('order')]],
])('the search %j looks for its rare words, the last by its beginning', (text, words) => {
  expect(parseTextSearch(text).words).toEqual(words);
});

it('of fifty words, the last eight are looked for', () => {
  const words = Array.from({ length: 50 }, (_, index) => `word${index}`);
  expect(parseTextSearch(words.join(' ')).words.map(({ word }) => word)).toEqual(words.slice(-8));
});

it.each([
  ['Give me my MONEY, back!', true],
  ['back: money', false],
  ['the money backs', false],
])('a phrase is in %j: %s', (text, isThere) => {
  const [phrase = ''] = parseTextSearch('"money back" please').phrases;
  expect(hasPhrase(text, phrase)).toBe(isThere);
});

it.each([
  ['Die Straße 5', 'strass', ['Straß']],
  ['Zoe\u0308s Café', 'zoe cafe', ['Café']],
  ['Zoe\u0308 Café', 'zoe cafe', ['Zoe\u0308', 'Café']],
  ['明日は東京タワーに行く', 'タワー', ['タワー']],
  ['REFUNDS, a refund', 'refund', ['REFUND', 'refund']],
  ['مُصطفى', 'مصطفي', ['مُصطفى']],
  ['<b>refund</b>', 'refund', ['refund']],
])('in %j, %j marks what was found', (text, search, marked) => {
  const snippet = cutSnippet(text, parseTextSearch(search).words);
  expect(snippet.marks.map(([start, end]) => snippet.text.slice(start, end))).toEqual(marked);
});

it('a snippet of a long text is cut around the first mark, at words', () => {
  const text = `${'lorem ipsum '.repeat(30)}one refund please ${'dolor '.repeat(60)}`;
  const { text: snippet, marks } = cutSnippet(text, parseTextSearch('refund').words);
  expect(snippet).toMatch(/^…(lorem|ipsum) .*one refund please dolor .*…$/);
  expect(snippet.length).toBeLessThanOrEqual(162);
  expect(marks.map(([start, end]) => snippet.slice(start, end))).toEqual(['refund']);
});

it.each([
  ['😀 %*_', 'must have a letter or a digit'],
  ['the and', 'has only very common words. Add a rarer one'],
])('says why %j cannot be searched for', (text, reason) => {
  expect(describeUnsearchable(text)).toBe(reason);
});

it('the index lists each word once, without the commonest', () => {
  expect(toIndexedWords('The order, the ORDER and 4711. สวัสดีครับ')).toEqual(['order', '4711', 'สวัสดี', 'ครับ']);
});

it.each([
  ['Oh São Paulo, sao', 'SAO', ['São', 'sao']],
  ['Strasse', 'straß', ['Strass']],
  ['the theater', 'the', ['the', 'the']],
  ['anything', ' ', []],
])('in %j, %j is found wherever it is', (text, wanted, found) => {
  expect(findText(text, wanted).map(([start, end]) => text.slice(start, end))).toEqual(found);
});
