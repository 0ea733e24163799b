import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeFormulaEscapes, toCsv } from '../../../functions/model/csv.ts';
import { toJson } from '../../../tools/admin/print.ts';

const unsafe = '\u007f\u009b\u202e\u2066\u200b\u00ad\ufeff\u2028\u2029\u{e0041}';
const escaped = '\\u007f\\u009b\\u202e\\u2066\\u200b\\u00ad\\ufeff\\u2028\\u2029\\udb40\\udc41';

describe('--json', () => {
  it('JSON escapes control, bidirectional and invisible characters and still holds them', () => {
    const text = String(toJson({ name: unsafe }));
    expect(text).toBe(`{\n  "name": "${escaped}"\n}`);
    expect(JSON.parse(text)).toEqual({ name: unsafe });
  });

  it('JSON leaves readable characters as they are', () => {
    expect(toJson(['Größe 漢字 🚀 مرحبا'])).toBe('[\n  "Größe 漢字 🚀 مرحبا"\n]');
  });

  it('JSON that is printed page by page is escaped as well', async () => {
    const pages = (async function* () {
      yield [{ name: unsafe }];
    })();
    let text = '';
    for await (const part of toJson(pages)) text += part;
    expect(text).toBe(`[\n  {"name":"${escaped}"}\n]\n`);
  });
});

describe('CSV', () => {
  it.each([
    [['a', 'b'], 'a,b\r\n'],
    [['a', null, ''], 'a,,\r\n'],
    [['one, two', 'say "hi"', 'two\nlines', 'cr\rhere'], '"one, two","say ""hi""","two\nlines","cr\rhere"\r\n'],
    [[' blanks stay '], ' blanks stay \r\n'],
  ])('CSV quotes %j by RFC 4180', (cells, line) => expect(toCsv([cells])).toBe(line));

  it.each([
    ...['+4915112345678+1', '+A1', '=1+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1'],
    ...['\u00a0=1', '\0=1', '＝1+1', '\u200b=1', '\u200e+A1', '\u2060\ufeff@SUM(A1)', '\u2028=1', '\u0001=1'],
  ])('CSV escapes %j, which a spreadsheet would run as a formula', (cell) => {
    expect(toCsv([[cell]]).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each([
    ['busy;=1+1', "busy;'=1+1"],
    ['busy; \u200b=1+1;@A1', "busy;' \u200b=1+1;'@A1"],
    ['busy\n=1+1', `"busy\n'=1+1"`],
  ])('CSV escapes the formula in %j, which starts a cell where a semicolon separates cells', (cell, escaped) => {
    expect(toCsv([[cell]])).toBe(`${escaped}\r\n`);
  });

  it.each(['+4915112345678', '4915112345678', 'a; b', '\u200bhidden', 'a=1', 'plan_limit_reached', "'quoted"])(
    'CSV leaves %j unescaped',
    (cell) => expect(toCsv([[cell]])).toBe(`${cell}\r\n`),
  );

  it('any cell without apostrophes is as before once its escapes are removed', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '=', '+', '-', '@', '1', ' ', ';', '\t', '\r', '\n', '\u200b'),
    });
    fc.assert(
      fc.property(cell, (text) => {
        const [, written] = /^"?(.*?)"?\r\n$/s.exec(toCsv([[text]])) ?? [];
        expect(removeFormulaEscapes(written ?? '')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
