import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { distinctTagNames, pickColor, tagName, toTagKey } from '../../../../functions/model/contacts/tag.ts';

describe('a tag name', () => {
  it('a tag name is trimmed and normalized', () => {
    expect(z.parse(tagName, '  Cafe\u0301 \n')).toBe('Caf\u00e9');
  });

  it('a tag name has 1 to 80 characters', () => {
    for (const name of ['', ' \t\n', 'x'.repeat(81)]) expect(z.safeParse(tagName, name).success).toBe(false);
    for (const name of ['x', 'x'.repeat(80), ` ${'x'.repeat(80)} `]) {
      expect(z.safeParse(tagName, name).success).toBe(true);
    }
  });
});

describe('distinctTagNames', () => {
  it.each([
    [[], []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['VIP', 'new', 'vip', 'NEW', 'Vip'],
      ['VIP', 'new'],
    ],
    [['ÄRGER', 'ärger'], ['ÄRGER']],
  ])('%j is reduced to %j', (names, distinct) => {
    expect(distinctTagNames(names)).toEqual(distinct);
  });

  it('any list keeps exactly its distinct names', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'b', 'B', 'c')), (names) => {
        const distinct = distinctTagNames(names);
        expect(distinct.map(toTagKey)).toEqual([...new Set(names.map(toTagKey))]);
        expect(distinctTagNames(distinct)).toEqual(distinct);
      }),
    );
  });
});

describe('pickColor', () => {
  it('all spellings of a name have the same hex color', () => {
    for (const name of ['VIP', 'new', 'ärger', '客户', '🎉']) {
      expect(pickColor(name)).toMatch(/^#[0-9a-f]{6}$/);
      expect(pickColor(name.toUpperCase())).toBe(pickColor(name));
    }
  });

  it('different names use the whole palette', () => {
    const names = Array.from({ length: 200 }, (_, number) => `tag ${number}`);
    expect(new Set(names.map(pickColor)).size).toBe(12);
  });
});
