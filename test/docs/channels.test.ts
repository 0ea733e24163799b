import { describe, expect, it } from 'vitest';
import { magicNumbers } from '../../tools/simulator/magic-numbers.ts';
import { readPage, tableRows } from './pages.ts';

const rows = tableRows(readPage('docs/channels.md'));

describe('the channels page', () => {
  it('docs/channels.md lists every magic number of the simulator with its error code, and no other', () => {
    const documented = rows.flatMap(([ending = '', effect = '']) =>
      /^`\d+`$/.test(ending) ? `${ending} ${/\((\d+)\)/.exec(effect)?.[1]}` : [],
    );
    expect(documented).toEqual(magicNumbers.map(({ ending, code }) => `\`${ending}\` ${code}`));
  });
});
