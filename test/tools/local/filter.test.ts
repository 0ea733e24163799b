import { expect, it } from 'vitest';
import { matchesAny, parsePatterns } from '../../../tools/local/sources/filter.ts';

const record = {
  eventName: 'INSERT',
  tags: ['a', 'b'],
  count: 5,
  nothing: null,
  dynamodb: { NewImage: { kind: { S: 'Contact' }, phone: { S: '+1555' } } },
};

it.each<[string, unknown, boolean]>([
  ['an exact value', { eventName: ['INSERT'] }, true],
  ['one of several values', { eventName: ['MODIFY', 'INSERT'] }, true],
  ['a different value', { eventName: ['REMOVE'] }, false],
  ['nested fields', { dynamodb: { NewImage: { kind: { S: ['Contact'] } } } }, true],
  ['all fields of a pattern', { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['Message'] } } } }, false],
  ['a prefix', { dynamodb: { NewImage: { phone: { S: [{ prefix: '+1' }] } } } }, true],
  ['a different prefix', { dynamodb: { NewImage: { phone: { S: [{ prefix: '+4' }] } } } }, false],
  ['a suffix', { eventName: [{ suffix: 'SERT' }] }, true],
  ['a value in another case', { eventName: [{ 'equals-ignore-case': 'insert' }] }, true],
  ['anything but a value', { eventName: [{ 'anything-but': ['REMOVE', 'MODIFY'] }] }, true],
  ['anything but this value', { eventName: [{ 'anything-but': 'INSERT' }] }, false],
  ['anything but a prefix', { eventName: [{ 'anything-but': { prefix: 'IN' } }] }, false],
  ['anything but a value, for a missing field', { other: [{ 'anything-but': ['x'] }] }, false],
  ['a field that exists', { dynamodb: { NewImage: { kind: { S: [{ exists: true }] } } } }, true],
  ['a missing field', { dynamodb: { OldImage: { kind: { S: [{ exists: false }] } } } }, true],
  ['a missing field that should exist', { other: [{ exists: true }] }, false],
  ['null', { nothing: [null] }, true],
  ['null for a missing field', { other: [null] }, false],
  ['one value of a list', { tags: ['b'] }, true],
  ['a number in a range', { count: [{ numeric: ['>', 0, '<=', 5] }] }, true],
  ['a number out of a range', { count: [{ numeric: ['<', 5] }] }, false],
  ['alternatives over several fields', { $or: [{ eventName: ['REMOVE'] }, { count: [5] }] }, true],
])('a pattern with %s matches as in Lambda', (_, pattern, expected) => {
  expect(matchesAny([pattern], record)).toBe(expected);
});

it('a record passes if one pattern matches or there is no pattern', () => {
  expect(matchesAny([{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }], record)).toBe(true);
  expect(matchesAny([], record)).toBe(true);
});

it('an unknown rule is rejected instead of matching nothing', () => {
  const patterns = ['{"a":{"b":[{"wildcard":"x*"}]}}'];
  expect(() => parsePatterns(patterns, 'Stack/Mapping')).toThrow('Stack/Mapping: the filter rule "wildcard" is not');
});
