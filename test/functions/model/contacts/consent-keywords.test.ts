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

  it.each(Object.entries(defaultKeywords))('STOP and START work in %s', (_, words) => {
    expect([words.opt_out, words.opt_in]).toEqual([
      expect.arrayContaining(['STOP']),
      expect.arrayContaining(['START']),
    ]);
  });

  it.each(Object.entries(defaultKeywords))('every keyword in %s makes its choice', (_, words) => {
    expect(words.opt_out.filter((word) => readChoice(word, defaults) !== 'opt_out')).toEqual([]);
    expect(words.opt_in.filter((word) => readChoice(word, defaults) !== 'opt_in')).toEqual([]);
    expect([...words.opt_out, ...words.opt_in].filter((word) => !mayBeKeyword(word))).toEqual([]);
  });
});

describe('the text of a message', () => {
  it.each([
    'STOP',
    'stop',
    'Stop.',
    ' stop \n',
    '"STOP!!!"',
    '«Stop»',
    '*STOP*',
    '¡STOP!',
    '\u200bstop\u200b',
    '\u00a0STOP\u00a0',
    'ＳＴＯＰ',
    'Stop  all',
    'désabonner',
    'DESABONNER',
    'De\u0301sabonner',
    'cancelar inscricao',
  ])('%j opts out', (text) => {
    expect([mayBeKeyword(text), readChoice(text, defaults)]).toEqual([true, 'opt_out']);
  });

  it.each(['START', ' start? ', 'Suscribirme.', 'réabonner'])('%j opts in', (text) => {
    expect([mayBeKeyword(text), readChoice(text, defaults)]).toEqual([true, 'opt_in']);
  });

  it.each([
    '',
    '.',
    'please stop',
    'stop it',
    'stop the order',
    'S T O P',
    'stopp it',
    'nonstop',
    '$top',
    'STOP 1',
    'yes',
    'no',
    'cancel',
    'end',
    'quit',
    'ok',
  ])('%j is no choice', (text) => {
    expect(readChoice(text, defaults)).toBeUndefined();
  });

  it.each(['', ' ?! ', 'x'.repeat(41), `STOP${'!'.repeat(100)}`])('%j cannot be a keyword', (text) => {
    expect(mayBeKeyword(text)).toBe(false);
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

  it.each([
    [null, true],
    [[], true],
    [['🛑', 'STOP ALL'], true],
    [[' STOP '], true],
    [['...'], false],
    [[' '], false],
    [['x'.repeat(41)], false],
    [Array.from({ length: 51 }, (_, index) => `word ${index}`), false],
    ['STOP', false],
    [[5], false],
  ])('the list %j is valid: %s', (list, isValid) => {
    expect(z.safeParse(keywordList, list).success).toBe(isValid);
  });

  it.each([
    [[], true],
    [['🛑', 'STOP ALL'], true],
    [['...'], false],
    [['x'.repeat(40)], true],
    [['x'.repeat(41)], false],
    [Array.from({ length: 50 }, (_, index) => `word ${index}`), true],
    [Array.from({ length: 51 }, (_, index) => `word ${index}`), false],
  ])('a form tells of the words %j what the schema tells: %s', (words, isValid) => {
    expect([areKeywords(words), z.safeParse(keywordList, words).success]).toEqual([isValid, isValid]);
  });

  it('text with commas or lines becomes a list without empty words', () => {
    expect(splitKeywords(' STOP, stop all ,, ')).toEqual(['STOP', 'stop all']);
    expect(splitKeywords('STOP\nstop all,\r\n')).toEqual(['STOP', 'stop all']);
  });
});
