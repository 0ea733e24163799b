import { expect, it } from 'vitest';
import { splitLinks } from '../../../sdk/chat/frame/links.ts';
import { toAnswerTime, toDay, toReturn } from '../../../sdk/chat/frame/when.ts';
import { chooseLanguage } from '../../../sdk/chat/languages/choose.ts';
import { languages, loadTexts } from '../../../sdk/chat/languages/load.ts';
import { openChat } from '../../../sdk/chat/loader/labels.ts';
import { isAllowedHost } from '../../../sdk/chat/settings.ts';

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
