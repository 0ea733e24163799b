import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from '../../dashboard/pages/audit-log/audit-csv.ts';

const byteOrderMark = '\uFEFF';

/** Reads RFC 4180 back, one character at a time. */
const parse = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = byteOrderMark.length; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === ',' || character === '\r')) {
      row.push(cell);
      cell = '';
      if (character === '\r') {
        rows.push(row);
        row = [];
        at += 1;
      }
    } else cell += character;
  }
  return rows;
};

describe('a CSV file', () => {
  test('begins with a byte order mark and ends each line with CRLF', () => {
    expect(
      toCsv([
        ['a', 'b'],
        ['', 'ä'],
      ]),
    ).toBe(`${byteOrderMark}a,b\r\n,ä\r\n`);
  });

  test.each([
    ['a, b', '"a, b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
  ])('quotes a cell that holds a separator: %j', (cell, expected) => {
    expect(toCsv([[cell]])).toBe(`${byteOrderMark}${expected}\r\n`);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ])('never gives a spreadsheet a formula to run: %j', (cell, expected) => {
    expect(toCsv([[cell]])).toBe(`${byteOrderMark}${expected}\r\n`);
  });

  test.each(['a=1', '1-2', 'ana@example.com', ' =1'])('leaves a cell that only contains such a sign: %j', (cell) => {
    expect(toCsv([[cell]])).toBe(`${byteOrderMark}${cell}\r\n`);
  });

  test('holds the cells that it was made from, apart from the guard', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', '-', '@', '\t', "'", 'ß') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const guarded = rows.map((row) => row.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)));
        expect(parse(toCsv(rows))).toEqual(guarded);
      }),
    );
  });
});
