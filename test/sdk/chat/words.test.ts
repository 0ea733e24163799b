import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandText, onBrand } from '../../../sdk/chat/color.ts';
import { splitLinks } from '../../../sdk/chat/frame/links.ts';
import { toAnswerTime, toDay, toReturn } from '../../../sdk/chat/frame/when.ts';
import { chooseLanguage } from '../../../sdk/chat/languages/choose.ts';
import { languages, loadTexts } from '../../../sdk/chat/languages/load.ts';
import { openChat } from '../../../sdk/chat/loader/labels.ts';
import { isAllowedHost } from '../../../sdk/chat/settings.ts';

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('any brand color', () => {
  it('can be read as text, and takes text that can be read', () => {
    fc.assert(
      fc.property(color, (brand) => {
        expect(contrast(onBrand(brand), brand)).toBeGreaterThanOrEqual(4.5);
        for (const surface of ['#ffffff', '#f7f8fa', '#f2f4f7'])
          expect(contrast(brandText(brand, 'light'), surface)).toBeGreaterThanOrEqual(4.5);
        for (const surface of ['#0e1116', '#161b22', '#1d242d'])
          expect(contrast(brandText(brand, 'dark'), surface)).toBeGreaterThanOrEqual(4.5);
      }),
      { examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#777777'], ['#0f766e'], ['#7a7d17']] },
    );
  });
});

it.each([
  ['shop.example', true],
  ['www.shop.example', false],
  ['a.b.other.example', true],
  ['other.example', false],
  ['evilother.example', false],
  ['localhost:4300', true],
  ['localhost', false],
  ['shop.example:8443', false],
])('the host %s is allowed: %s', (host, isAllowed) => {
  expect(isAllowedHost(host, ['shop.example', '*.other.example', 'localhost:4300'])).toBe(isAllowed);
});

it.each([
  ['See https://shop.example/a_(1), please.', ['https://shop.example/a_(1)']],
  ['(https://shop.example/a)', ['https://shop.example/a']],
  ['https://a.example/?q=1&r=ü!', ['https://a.example/?q=1&r=ü']],
  ['javascript:alert(1) ftp://a.example data:text/html,x', []],
  ['"https://a.example/"onclick=1', ['https://a.example/']],
])('in "%s" the links are %j, and no word is lost', (text, urls) => {
  const parts = splitLinks(text);
  expect(parts.flatMap(({ url }) => url ?? [])).toEqual(urls);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

it('the first of the preferred languages that there is speaks, whatever its region', () => {
  expect(chooseLanguage(['sv', 'pt-BR', 'en'], languages)).toBe('pt');
  expect(chooseLanguage([undefined, 'iw-IL'], languages)).toBe('he');
  expect(chooseLanguage(['sv'], languages)).toBe('en');
});

it('the launcher and the frame speak the same languages and call the launcher the same', async () => {
  expect(Object.keys(openChat)).toEqual(languages);
  for (const language of languages) expect((await loadTexts([language])).texts.open).toBe(openChat[language]);
});

it.each(languages)('in %s, days, times and counts are words of that language', async (language) => {
  const { texts } = await loadTexts([language]);
  const now = new Date(2026, 10, 18, 15, 0);
  const at = (days: number) => new Date(2026, 10, 18 + days, 9, 0).toISOString();
  const words = [
    ...[0, -1, -3, -40, -400].map((days) => toDay(language, at(days), now)),
    ...[0, 1, 4, 20].map((days) => toReturn(texts, language, at(days), now)),
    ...[5, 10, 60, 240].map((minutes) => toAnswerTime(texts, language, minutes) ?? ''),
    ...[1, 2, 5].map(texts.newMessages),
  ];
  expect(new Set(words).size).toBe(words.length);
});
