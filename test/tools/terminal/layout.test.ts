import { describe, expect, it } from 'vitest';
import { alignColumns, formatFields, formatTable } from '../../../tools/terminal/layout.ts';

describe('a table', () => {
  it('a table aligns its columns', () => {
    const rows = [
      { id: '1', name: 'short', state: 'active' },
      { id: '22', name: 'a longer name', state: 'revoked' },
    ];
    expect(formatTable(rows, ['id', 'name', 'state'])).toBe(
      ['id  name           state', '1   short          active', '22  a longer name  revoked'].join('\n'),
    );
  });

  it('a table shows only the requested columns', () => {
    expect(formatTable([{ id: '1', secret: 'x' }], ['id'])).toBe('id\n1');
  });

  it('a table counts characters, not code units, for its widths', () => {
    expect(
      alignColumns([
        ['🚀', 'x'],
        ['ab', 'y'],
      ]),
    ).toEqual(['🚀   x', 'ab  y']);
  });

  it('a table has no trailing blanks', () => {
    expect(
      alignColumns([
        ['a', ''],
        ['bb', 'c'],
      ]),
    ).toEqual(['a', 'bb  c']);
  });
});

describe('a list of fields', () => {
  it('a list of fields has a line per field', () => {
    expect(formatFields({ id: '1', scopes: ['a', 'b'], limit: 0 })).toBe('id      1\nscopes  a, b\nlimit   0');
  });

  it('a list of fields shows an absent value as a dash', () => {
    expect(formatFields({ a: null, b: undefined, c: [], d: '' })).toBe('a  -\nb  -\nc  -\nd  -');
  });

  it('a field cannot move the cursor or add a line', () => {
    expect(formatFields({ name: 'a\u001b[2Jb\nc\u009bd' })).toBe('name  a\uFFFD[2Jb\uFFFDc\uFFFDd');
  });

  it.each([
    ['right-to-left override', '\u202e'],
    ['isolate', '\u2066'],
    ['zero-width space', '\u200b'],
    ['word joiner', '\u2060'],
    ['soft hyphen', '\u00ad'],
    ['byte order mark', '\ufeff'],
    ['tag character', '\u{e0041}'],
    ['line separator', '\u2028'],
    ['paragraph separator', '\u2029'],
  ])('a field cannot hide or reorder text with a %s', (_, character) => {
    expect(formatFields({ name: `a${character}b` })).toBe('name  a\uFFFDb');
  });
});
