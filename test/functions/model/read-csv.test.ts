import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeFormulaEscapes, toCsv } from '../../../functions/model/csv.ts';
import { detectSeparator, readCsv } from '../../../functions/model/read-csv.ts';

const readCells = (text: string) => [...readCsv(text, ',')].map(({ next, ...found }) => found);

const record = (line: number, ...cells: string[]) => ({ line, cells });
const broken = (line: number, ...cells: string[]) => ({
  line,
  cells,
  fault: 'has a quotation mark in the wrong place',
});

describe('readCsv', () => {
  it.each([
    ['line ends of Unix', 'a,b\nc,d\n', [record(1, 'a', 'b'), record(2, 'c', 'd')]],
    ['line ends of Windows', 'a,b\r\nc,d\r\n', [record(1, 'a', 'b'), record(2, 'c', 'd')]],
    ['line ends of old Macs', 'a,b\rc,d', [record(1, 'a', 'b'), record(2, 'c', 'd')]],
    ['mixed line ends', 'a\r\nb\nc\rd', [record(1, 'a'), record(2, 'b'), record(3, 'c'), record(4, 'd')]],
    ['no line end at the end', 'a,b', [record(1, 'a', 'b')]],
    ['an empty last cell', 'a,', [record(1, 'a', '')]],
    ['empty lines and lines of blanks', 'a\n\n , \r\n\r\nb', [record(1, 'a'), record(5, 'b')]],
    ['quotes', '"a,b","say ""hi""",""\n', [record(1, 'a,b', 'say "hi"', '')]],
    ['a quoted line break', '"two\r\nlines",b\nc', [record(1, 'two\r\nlines', 'b'), record(3, 'c')]],
    ['an empty file', '', []],
  ])('a file with %s is read', (_, text, expected) => expect(readCells(text)).toEqual(expected));

  it.each([
    ['text after a closing quote', 'a\n"b"c,d\ne', [record(1, 'a'), broken(2, '"b"c', 'd'), record(3, 'e')]],
    ['a quotation mark within a cell', 'Pipe 5" wide,b\nc', [broken(1, 'Pipe 5" wide', 'b'), record(2, 'c')]],
    [
      'a quote that is never closed',
      'a\n"b,c\nd\ne',
      [record(1, 'a'), broken(2, '"b', 'c'), record(3, 'd'), record(4, 'e')],
    ],
    [
      'a quote that a later line seems to close',
      '"Ann,1\r\nBob,2\r\n"Cem",3\r\n',
      [broken(1, '"Ann', '1'), record(2, 'Bob', '2'), record(3, 'Cem', '3')],
    ],
  ])('%s costs its own line alone', (_, text, expected) => expect(readCells(text)).toEqual(expected));

  it('a quote that stays open in a long file is given up after 64 KB without losing a later line', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `row ${index}`);
    const records = readCells(['"open', ...lines].join('\n'));
    expect(records[0]).toEqual(broken(1, '"open'));
    expect(records.slice(1)).toEqual(lines.map((line, index) => record(index + 2, line)));
  });

  it('a line over 64 KB is one fault without harm to the next line', () => {
    const records = readCells(`a\n${'x'.repeat(300_000)},y\nb,c\n`);
    expect(records).toEqual([record(1, 'a'), { line: 2, cells: [], fault: 'is too long' }, record(3, 'b', 'c')]);
  });

  it('reading goes on at the place after any record, also a broken one', () => {
    const text = 'a\r\n"é\n😀",b\n\n"c"d\r"e\r\nf",g\nlast';
    const records = [...readCsv(text, ',')];
    expect(records.map(({ line }) => line)).toEqual([1, 2, 5, 6, 8]);
    for (const [index, { next }] of records.entries())
      expect([...readCsv(text, ',', next)]).toEqual(records.slice(index + 1));
  });

  it('any cells survive being written and read', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '😀') });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, (cells) => {
        // A leading letter: blank rows are skipped, and what looks like a formula is escaped.
        const marked = cells.map((row) => row.map((text) => `x${text}`));
        expect(readCells(toCsv(marked)).map((found) => found.cells)).toEqual(marked);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['is written', '\n', (text: string) => toCsv([[text]])],
  ['is read', "\n'", removeFormulaEscapes],
])('a cell of 500,000 blanks %s in time that grows with its length, not with the square of it', (_, blank, run) => {
  expect(run(blank.repeat(500_000)).length).toBeGreaterThan(0);
});

it.each([
  ['phone,name', ','],
  ['phone;name\n1,2,3', ';'],
  ['phone\tname', '\t'],
  ['"name, first, last";phone', ';'],
  ['phone', ','],
])('the header %j is separated by %j', (header, separator) => expect(detectSeparator(header)).toBe(separator));
