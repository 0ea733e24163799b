import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgressBar, formatFields, formatTable } from '../../../tools/terminal/layout.ts';

it('a table aligns the requested columns by characters, not code units, without trailing blanks', () => {
  const rows = [
    { id: '1', name: '🚀', secret: 'x', state: '' },
    { id: '22', name: 'a longer name', secret: 'y', state: 'revoked' },
  ];
  expect(formatTable(rows, ['id', 'name', 'state']).split('\n')).toEqual([
    'id  name           state',
    '1   🚀              -',
    '22  a longer name  revoked',
  ]);
  expect(formatTable([{ id: 'a', note: 'b' }], ['id', 'note'])).not.toMatch(/ $/m);
});

describe('a table on a narrow terminal', () => {
  const id = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';
  const at = '2026-11-15T12:00:00.000Z';
  const rows = [{ id, at, url: 'https://hooks.example.com/a/long/path', events: 'message.received, contact.created' }];
  const format = (width?: number) => formatTable(rows, ['id', 'at', 'url', 'events'], width);
  const widest = (text: string) => Math.max(...text.split('\n').map((line) => [...line].length));

  it('a table that fits stays as it is', () => {
    expect(format(widest(format()))).toBe(format());
    expect(format(500)).toBe(format());
  });

  it.each([91, 100, 130])('a table shortens its widest texts to %d columns, but no id and no time', (width) => {
    const text = format(width);
    expect(widest(text)).toBe(width);
    expect(text).toContain('…');
    expect(text).toContain(`${id}  ${at}  https://`);
  });

  it('a table that cannot fit becomes a list of fields, with nothing left out', () => {
    expect(format(80).split('\n')).toEqual([`id      ${id}`, `at      ${at}`, ...lastFields]);
    expect(formatTable([...rows, ...rows], ['id', 'at', 'url'], 40).split('\n\n')).toHaveLength(2);
  });

  const lastFields = ['url     https://hooks.example.com/a/long/path', 'events  message.received, contact.created'];

  it('a shortened text counts characters, not code units', () => {
    const text = formatTable([{ a: '🚀'.repeat(40) }], ['a'], 20);
    expect(text).toBe(`a\n${'🚀'.repeat(19)}…`);
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

  it('a field cannot hide or reorder text', () => {
    for (const character of '\u202e\u2066\u200b\u2060\u00ad\ufeff\u{e0041}\u2028\u2029')
      expect(formatFields({ name: `a${character}b` })).toBe('name  a\uFFFDb');
  });
});

const capture = (terminal: { isTTY?: boolean; columns?: number }) => {
  const written: string[] = [];
  const write = (chunk: unknown, _: string, done: () => void): void => {
    written.push(String(chunk));
    done();
  };
  return { written, stream: Object.assign(new Writable({ write }), terminal) };
};

describe('a progress bar', () => {
  it('on a terminal the bar is one line that is drawn again and fits the width', () => {
    const { written, stream } = capture({ isTTY: true, columns: 40 });
    const bar = createProgressBar(stream);
    bar.show(0.5, '500 created, 2 rejected');
    bar.show(1, '1000 created, 2 rejected');
    bar.end();
    expect(written).toEqual([
      '\r\u001b[2K[############------------]  50 % 500 cr',
      '\r\u001b[2K[########################] 100 % 1000 c',
      '\n',
    ]);
  });

  it('in a file the progress is a line for every tenth', () => {
    const { written, stream } = capture({});
    const bar = createProgressBar(stream);
    for (let step = 1; step <= 100; step += 1) bar.show(step / 100, `${step} done`);
    bar.end();
    expect(written).toHaveLength(11);
    expect(written.at(1)).toBe(' 10 % 10 done\n');
    expect(written.at(-1)).toBe('100 % 100 done\n');
  });

  it('a bar that never showed anything writes nothing', () => {
    const { written, stream } = capture({ isTTY: true });
    createProgressBar(stream).end();
    expect(written).toEqual([]);
  });
});
