import { describe, expect, it } from 'vitest';
import { matchesAny, parsePatterns } from '../../../tools/local/sources/filter.ts';

const record = {
  eventName: 'INSERT',
  tags: ['a', 'b'],
  count: 5,
  nothing: null,
  dynamodb: { NewImage: { kind: { S: 'Contact' }, phone: { S: '+1555' } } },
};

describe('a filter', () => {
  it.each<[string, unknown, boolean]>([
    ['an exact value', { eventName: ['INSERT'] }, true],
    ['one of several values', { eventName: ['MODIFY', 'INSERT'] }, true],
    ['another value', { eventName: ['REMOVE'] }, false],
    ['nested fields', { dynamodb: { NewImage: { kind: { S: ['Contact'] } } } }, true],
    ['all fields of a pattern', { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['Message'] } } } }, false],
    ['a prefix', { dynamodb: { NewImage: { phone: { S: [{ prefix: '+1' }] } } } }, true],
    ['another prefix', { dynamodb: { NewImage: { phone: { S: [{ prefix: '+4' }] } } } }, false],
    ['a suffix', { eventName: [{ suffix: 'SERT' }] }, true],
    ['a value in any case', { eventName: [{ 'equals-ignore-case': 'insert' }] }, true],
    ['anything but a value', { eventName: [{ 'anything-but': ['REMOVE', 'MODIFY'] }] }, true],
    ['anything but this value', { eventName: [{ 'anything-but': 'INSERT' }] }, false],
    ['anything but a prefix', { eventName: [{ 'anything-but': { prefix: 'IN' } }] }, false],
    ['anything but, of a field that is missing', { other: [{ 'anything-but': ['x'] }] }, false],
    ['a field that exists', { dynamodb: { NewImage: { kind: { S: [{ exists: true }] } } } }, true],
    ['a field that is missing', { dynamodb: { OldImage: { kind: { S: [{ exists: false }] } } } }, true],
    ['a missing field that should exist', { other: [{ exists: true }] }, false],
    ['null', { nothing: [null] }, true],
    ['null of a field that is missing', { other: [null] }, false],
    ['one of the values of a list', { tags: ['b'] }, true],
    ['a number in a range', { count: [{ numeric: ['>', 0, '<=', 5] }] }, true],
    ['a number out of a range', { count: [{ numeric: ['<', 5] }] }, false],
    ['alternatives over several fields', { $or: [{ eventName: ['REMOVE'] }, { count: [5] }] }, true],
  ])('looks at %s', (_, pattern, expected) => {
    expect(matchesAny([pattern], record)).toBe(expected);
  });

  it('passes what one of its patterns matches, and everything without patterns', () => {
    expect(matchesAny([{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }], record)).toBe(true);
    expect(matchesAny([], record)).toBe(true);
  });

  it('refuses a rule that it does not know instead of matching nothing', () => {
    const patterns = ['{"a":{"b":[{"wildcard":"x*"}]}}'];
    expect(() => parsePatterns(patterns, 'Stack/Mapping')).toThrow('Stack/Mapping: the filter rule "wildcard" is not');
  });
});
