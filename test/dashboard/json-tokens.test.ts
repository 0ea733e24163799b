import { expect, test } from 'vitest';
import { toJsonTokens } from '../../dashboard/components/content/json-tokens.ts';

const values = [
  {},
  [],
  null,
  'a "quoted" text: {"a": 1}',
  { id: '0199', count: -1.5e21, isNew: true, none: null, list: [1, 'two', { three: [] }] },
  { 'key: with "quotes"': 'back\\slash\n', '': '</span><script>alert(1)</script>' },
];

test.each(values)('the tokens of %j joined are the JSON again', (value) => {
  const json = JSON.stringify(value, null, 2);
  expect(
    toJsonTokens(json)
      .map(({ text }) => text)
      .join(''),
  ).toBe(json);
});

test('keys, texts and other values are told apart, also where a text looks like a key', () => {
  const tokens = toJsonTokens(JSON.stringify({ event: 'a": 1', count: 2, flag: false }, null, 2));
  expect(tokens.flatMap(({ kind, text }) => (kind ? [[kind, text]] : []))).toEqual([
    ['key', '"event"'],
    ['text', '"a\\": 1"'],
    ['key', '"count"'],
    ['value', '2'],
    ['key', '"flag"'],
    ['value', 'false'],
  ]);
});
