import { describe, expect, it } from 'vitest';
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
