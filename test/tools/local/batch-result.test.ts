import { expect, test } from 'vitest';
import { failedItems } from '../../../tools/local/sources/failed-items.ts';

const ids = ['a', 'b', 'c'];
const error = { errorType: 'Error', errorMessage: 'x', trace: [] };
const failing = (...identifiers: unknown[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

test.each<[string, unknown, string[]]>([
  ['null', null, []],
  ['an empty object', {}, []],
  ['an empty list', failing(), []],
  ['null for the list', { batchItemFailures: null }, []],
  ['one item', failing('b'), ['b']],
  ['several items', failing('c', 'a'), ['c', 'a']],
  ['an item that was not in the batch', failing('b', 'x'), ids],
  ['an empty identifier', failing(''), ids],
  ['null for an identifier', failing(null), ids],
  ['an item under a wrong name', { batchItemFailures: [{ id: 'b' }] }, ids],
  ['a list that is none', { batchItemFailures: 'b' }, ids],
  ['a text', 'done', ids],
])('a report of %s fails what Lambda would take as failed', (_, result, expected) => {
  expect(failedItems({ ok: true, payload: JSON.stringify(result) }, ids, true)).toEqual(expected);
});

test('a mapping without item reports takes any result as success', () => {
  expect(failedItems({ ok: true, payload: JSON.stringify(failing('b')) }, ids, false)).toEqual([]);
});

test('an error fails the whole batch', () => {
  expect(failedItems({ ok: false, error }, ids, true)).toEqual(ids);
  expect(failedItems({ ok: false, error }, ids, false)).toEqual(ids);
});
