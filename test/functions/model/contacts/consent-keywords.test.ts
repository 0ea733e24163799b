import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  areKeywords,
  defaultKeywords,
  mayBeKeyword,
  readChoice,
  splitKeywords,
} from '../../../../functions/model/contacts/consent-keywords.ts';
import { keywordList } from '../../../../functions/model/contacts/keyword-list.ts';

const defaults = { opt_out_keywords: null, opt_in_keywords: null };

describe('a default keyword', () => {
  it('there are keywords in English, German, French, Spanish, Portuguese, Italian and Dutch', () => {
    expect(Object.keys(defaultKeywords).sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt']);
  });

  it.each(Object.entries(defaultKeywords))('every keyword in %s makes its choice, STOP and START too', (_, words) => {
    expect(['STOP', ...words.opt_out].filter((word) => readChoice(word, defaults) !== 'opt_out')).toEqual([]);
    expect(['START', ...words.opt_in].filter((word) => readChoice(word, defaults) !== 'opt_in')).toEqual([]);
    expect([words.opt_out.includes('STOP'), words.opt_in.includes('START')]).toEqual([true, true]);
    expect([...words.opt_out, ...words.opt_in].filter((word) => !mayBeKeyword(word))).toEqual([]);
  });
});

describe('the text of a message', () => {
  it.each([
    ['opt_out', ['STOP', 'stop', 'Stop.', ' stop \n', 'ＳＴＯＰ', 'Stop  all']],
    ['opt_out', ['"STOP!!!"', '«Stop»', '*STOP*', '¡STOP!', '\u200bstop\u200b', '\u00a0STOP\u00a0']],
    ['opt_out', ['désabonner', 'DESABONNER', 'De\u0301sabonner', 'cancelar inscricao']],
    ['opt_in', ['START', ' start? ', 'Suscribirme.', 'réabonner']],
  ])('the choice is %s: %j', (choice, texts) => {
    expect(texts.filter((text) => !mayBeKeyword(text) || readChoice(text, defaults) !== choice)).toEqual([]);
  });

  it.each([
    [['', '.', 'please stop', 'stop it', 'stop the order', 'S T O P', 'stopp it', 'nonstop', '$top', 'STOP 1']],
    [['yes', 'no', 'cancel', 'end', 'quit', 'ok']],
  ])('there is no choice in %j', (texts) => {
    expect(texts.filter((text) => readChoice(text, defaults) !== undefined)).toEqual([]);
  });

  it('a text without letters or longer than any keyword cannot be a keyword', () => {
    expect(['', ' ?! ', 'x'.repeat(41), `STOP${'!'.repeat(100)}`].filter(mayBeKeyword)).toEqual([]);
  });
});

describe("a workspace's own keywords", () => {
  it('own keywords replace the defaults of their kind and leave the other kind', () => {
    const own = { opt_out_keywords: ['Ende', 'keine Werbung'], opt_in_keywords: null };
    const texts = ['ENDE!', 'Keine  werbung', 'STOP', 'START'];
    expect(texts.map((text) => readChoice(text, own))).toEqual(['opt_out', 'opt_out', undefined, 'opt_in']);
  });

  it('an empty list turns the kind off', () => {
    expect(readChoice('STOP', { opt_out_keywords: [], opt_in_keywords: null })).toBeUndefined();
  });

  it('a word in both lists opts out', () => {
    expect(readChoice('news', { opt_out_keywords: ['NEWS'], opt_in_keywords: ['News'] })).toBe('opt_out');
  });

  const words = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);

  it.each<[string[], boolean]>([
    [[], true],
    [['🛑', 'STOP ALL'], true],
    [[' STOP '], true],
    [['...'], false],
    [[' '], false],
    [['x'.repeat(40)], true],
    [['x'.repeat(41)], false],
    [words(50), true],
    [words(51), false],
  ])('of the list %j the schema and the form say whether it is valid: %s', (list, isValid) => {
    expect([z.safeParse(keywordList, list).success, areKeywords(list)]).toEqual([isValid, isValid]);
  });

  it('null is valid, a text or a list of numbers is not', () => {
    expect([null, 'STOP', [5]].map((list) => z.safeParse(keywordList, list).success)).toEqual([true, false, false]);
  });

  it('text with commas or lines becomes a list without empty words', () => {
    expect(splitKeywords(' STOP, stop all ,, ')).toEqual(['STOP', 'stop all']);
    expect(splitKeywords('STOP\nstop all,\r\n')).toEqual(['STOP', 'stop all']);
  });
});
