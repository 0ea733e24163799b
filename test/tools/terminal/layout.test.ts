import { describe, expect, it } from 'vitest';
import { alignColumns, formatFields, formatTable } from '../../../tools/admin/layout.ts';

describe('a table for people', () => {
  it('starts each column at the same place', () => {
    const rows = [
      { id: '1', name: 'short', state: 'active' },
      { id: '22', name: 'a longer name', state: 'revoked' },
    ];
    expect(formatTable(rows, ['id', 'name', 'state'])).toBe(
      ['id  name           state', '1   short          active', '22  a longer name  revoked'].join('\n'),
    );
  });

  it('shows only the columns that were asked for', () => {
    expect(formatTable([{ id: '1', secret: 'x' }], ['id'])).toBe('id\n1');
  });

  it('counts characters, not code units', () => {
    expect(
      alignColumns([
        ['🚀', 'x'],
        ['ab', 'y'],
      ]),
    ).toEqual(['🚀   x', 'ab  y']);
  });

  it('leaves no blanks at the end of a line', () => {
    expect(
      alignColumns([
        ['a', ''],
        ['bb', 'c'],
      ]),
    ).toEqual(['a', 'bb  c']);
  });
});

describe('fields for people', () => {
  it('have a line each', () => {
    expect(formatFields({ id: '1', scopes: ['a', 'b'], limit: 0 })).toBe('id      1\nscopes  a, b\nlimit   0');
  });

  it('show what is absent as a dash', () => {
    expect(formatFields({ a: null, b: undefined, c: [], d: '' })).toBe('a  -\nb  -\nc  -\nd  -');
  });

  it('cannot move the cursor or add a line', () => {
    expect(formatFields({ name: 'a\u001b[2Jb\nc\u009bd' })).toBe('name  a\uFFFD[2Jb\uFFFDc\uFFFDd');
  });
});
