import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { distinctTagNames, pickColor, tagName, toTagKey } from '../../../functions/model/tag.ts';

describe('a tag name', () => {
  it('is kept trimmed and composed', () => {
    expect(z.parse(tagName, '  Cafe\u0301 \n')).toBe('Caf\u00e9');
  });

  it('has 1 to 80 characters', () => {
    for (const name of ['', ' \t\n', 'x'.repeat(81)]) expect(z.safeParse(tagName, name).success).toBe(false);
    for (const name of ['x', 'x'.repeat(80), ` ${'x'.repeat(80)} `]) {
      expect(z.safeParse(tagName, name).success).toBe(true);
    }
  });
});

describe('folding tag names', () => {
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
  ])('%j keeps each name once, in the first of its spellings and places', (names, folded) => {
    expect(distinctTagNames(names)).toEqual(folded);
  });

  it('keeps exactly the distinct names, whatever is sent', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'b', 'B', 'c')), (names) => {
        const folded = distinctTagNames(names);
        expect(folded.map(toTagKey)).toEqual([...new Set(names.map(toTagKey))]);
        expect(distinctTagNames(folded)).toEqual(folded);
      }),
    );
  });
});

describe('the colour of a tag', () => {
  it('is a hex colour that follows from the name in any spelling', () => {
    for (const name of ['VIP', 'new', 'ärger', '客户', '🎉']) {
      expect(pickColor(name)).toMatch(/^#[0-9a-f]{6}$/);
      expect(pickColor(name.toUpperCase())).toBe(pickColor(name));
    }
  });

  it('differs from name to name, as far as the palette reaches', () => {
    const names = Array.from({ length: 200 }, (_, number) => `tag ${number}`);
    expect(new Set(names.map(pickColor)).size).toBe(12);
  });
});
