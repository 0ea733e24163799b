import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newContact } from '../../../../functions/domain/contacts/contacts.ts';
import { withRecordedChoice, withWrittenChoice } from '../../../../functions/model/contacts/consent.ts';
import {
  areKeywords,
  type ConsentChoice,
  defaultKeywords,
  mayBeKeyword,
  readChoice,
  splitKeywords,
} from '../../../../functions/model/contacts/consent-keywords.ts';
import { keywordList } from '../../../../functions/model/contacts/keyword-list.ts';
import { newId } from '../../../../functions/platform/ids.ts';

const time = (second: number): string => new Date(Date.UTC(2026, 10, 15, 12, 0, second)).toISOString();

const blank = newContact(newId(), {});

type Written = [ConsentChoice, number];

const applyAll = (choices: readonly Written[]) =>
  choices.reduce((contact, [choice, second]) => withWrittenChoice(contact, choice, time(second)), blank);

const written: fc.Arbitrary<Written> = fc.tuple(
  fc.constantFrom<ConsentChoice>('opt_out', 'opt_in'),
  fc.integer({ min: 0, max: 5 }),
);

describe('a choice that a customer wrote', () => {
  it('the newest choice counts, and of two at the same time the one that opts out, in any order and number', () => {
    const orders = fc
      .array(written, { minLength: 1, maxLength: 6 })
      .chain((choices) => fc.tuple(fc.constant(choices), fc.shuffledSubarray([...choices, ...choices])));
    fc.assert(
      fc.property(orders, ([choices, more]) => {
        const newest = Math.max(...choices.map(([, second]) => second));
        const isOut = choices.some(([choice, second]) => second === newest && choice === 'opt_out');
        expect(applyAll([...more, ...choices])).toMatchObject({
          opted_out_at: isOut ? time(newest) : null,
          consent_at: time(newest),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('a choice that changes nothing returns the same contact', () => {
    const contact = applyAll([['opt_out', 2]]);
    expect(withWrittenChoice(contact, 'opt_out', time(2))).toBe(contact);
    expect(withWrittenChoice(contact, 'opt_in', time(2))).toBe(contact);
    expect(withWrittenChoice(contact, 'opt_in', time(1))).toBe(contact);
  });
});

describe('a choice that an agent records', () => {
  it('it counts now, and a message of the customer from before it does not undo it', () => {
    const contact = withRecordedChoice(blank, true, time(5));
    expect(contact.opted_out_at).toBe(time(5));
    expect(withWrittenChoice(contact, 'opt_in', time(4)).opted_out_at).toBe(time(5));
    expect(withWrittenChoice(contact, 'opt_in', time(6)).opted_out_at).toBeNull();
  });

  it('it counts even if the newest message of the customer is ahead of our clock', () => {
    const optedOut = applyAll([['opt_out', 9]]);
    expect(withRecordedChoice(optedOut, false, time(5))).toMatchObject({ opted_out_at: null, consent_at: time(9) });
  });

  it('a choice that the contact has already changes nothing', () => {
    expect(withRecordedChoice(blank, false, time(5))).toBe(blank);
    const optedOut = applyAll([['opt_out', 1]]);
    expect(withRecordedChoice(optedOut, true, time(5))).toBe(optedOut);
  });
});

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

describe('the log of choices', () => {
  it('it tells who made each change, leaves repetitions out and keeps the last ten', () => {
    const recorded = withRecordedChoice(blank, true, time(1), { kind: 'member', name: 'Ana' });
    const repeated = withWrittenChoice(recorded, 'opt_out', time(2));
    expect(repeated).toMatchObject({ consent_at: time(2), consent_log: recorded.consent_log });
    expect(withWrittenChoice(repeated, 'opt_in', time(3)).consent_log).toEqual([
      { at: time(1), opted_out: true, by: { kind: 'member', name: 'Ana' } },
      { at: time(3), opted_out: false, by: { kind: 'customer' } },
    ]);
    let contact = blank;
    for (let second = 1; second <= 12; second += 1)
      contact = withRecordedChoice(contact, second % 2 === 1, time(second));
    expect(contact.consent_log?.map(({ at }) => at)).toEqual(Array.from({ length: 10 }, (_, index) => time(index + 3)));
  });
});
