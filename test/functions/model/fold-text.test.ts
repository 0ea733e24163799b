import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { foldText } from '../../../functions/model/fold-text.ts';
import { toNameKey, uniqueName } from '../../../functions/model/unique-name.ts';
import { unsortedMarks } from '../../support/combining-marks.ts';

describe('foldText', () => {
  it.each([
    ['VIP', 'vip'],
    ['\u00c4rger', 'A\u0308RGER'],
    ['J\u030cx', '\u01f0x'],
    ['ΑΣ', 'ασ'],
    ['ΑΣ', 'ας'],
    ['ΑΣΒ', 'ασβ'],
    ['vip', 'v\u200bip'],
    ['vip', '\u202evip\u202c'],
    ['e\u200b\u0301', 'é'],
    ['soft\u00adhyphen', 'softhyphen'],
  ])('%j and %j are equal once folded', (left, right) => expect(foldText(left)).toBe(foldText(right)));

  it.each([
    ['the joiner of an emoji', '👩\u200d💻', '👩💻'],
    ['the non-joiner of a Persian word', 'می\u200cخواهم', 'میخواهم'],
    [
      'the tag characters of a flag',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e007f}',
    ],
  ])('%s counts', (_, left, right) => expect(foldText(left)).not.toBe(foldText(right)));

  it('every spelling of every letter is equal once folded, however often it is folded', () => {
    const differing = Array.from({ length: 0x1_1000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => !hasOneFolding(letter));
    expect(differing).toEqual([]);
  });

  it('any mix of letters and combining marks has one folding', () => {
    const unit = fc.constantFrom(...unsortedMarks, 'Σ', 'σ', 'ς', 'İ', 'J', '\u01f0', '\u030c', 'ά', '\u200b', ' ');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        expect(hasOneFolding(text)).toBe(true);
      }),
    );
  });
});

const hasOneFolding = (text: string): boolean => {
  const folded = foldText(text);
  return [folded, text.toLowerCase(), text.normalize('NFC'), text.normalize('NFD')].every(
    (spelling) => foldText(spelling) === folded,
  );
};

describe('a unique name', () => {
  it.each(['\u200b', ' \u2060 \u200b ', '\ufeff'])('the name %j, which cannot be seen, is refused', (name) => {
    expect(z.safeParse(uniqueName, name).success).toBe(false);
  });

  it('a name keeps its invisible characters, but its key does not', () => {
    const name = z.parse(uniqueName, 'V\u200bIP \u2060');
    expect(name).toBe('V\u200bIP \u2060');
    expect(toNameKey(name)).toBe('vip');
  });
});
