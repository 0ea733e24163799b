import { removeInvisible } from './fold-text.ts';

/** Longer words are cut, in the index and in a search alike. */
const wordCharactersMax = 40;

const replacements: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};

/** The accents of Latin, Greek, Cyrillic, Hebrew and Arabic letters. In other scripts, signs such as vowels make other words. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]+/gu;

/**
 * Texts that people write in several ways are equal once folded: upper and lower case, accents, wide and narrow letters,
 * the forms of Arabic letters.
 */
export const foldForSearch = (text: string): string =>
  removeInvisible(text)
    .normalize('NFKD')
    .replaceAll(accents, '')
    .toLowerCase()
    .replaceAll(/[ßςıøłđæœىةـ]/gu, (letter) => replacements[letter] ?? letter)
    .normalize('NFC');

const word = /[\p{L}\p{N}\p{M}]+/gu;

export const splitWords = (text: string): string[] => foldForSearch(text).match(word) ?? [];

/** Scripts that put no spaces between words: a word may begin at every letter. */
export const hasNoSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * A name from the beginning of each of its words on, then its other words, so that a search finds it by any of them and
 * by several in a row, also by the last and the first. Of three words or more, it begins with the first and the last, too.
 */
export const listBeginnings = (text: string, beginningsMax: number): string[] => {
  const words = splitWords(text);
  const beginnings = words.flatMap((own, index) => {
    const others = [...words.slice(index + 1), ...words.slice(0, index)];
    const letters = hasNoSpaces.test(own) ? [...own] : [own];
    return letters.map((_, letter) => [letters.slice(letter).join(''), ...others].join(' '));
  });
  const ends = words.length > 2 ? [`${words[0]} ${words.at(-1)}`] : [];
  return [...new Set([...beginnings.slice(0, beginningsMax - ends.length), ...ends].map(cutWord))];
};

export const cutWord = (text: string): string => [...text].slice(0, wordCharactersMax).join('');

/** Where the text has exactly this, however it is written. */
export const findText = (text: string, wanted: string): [start: number, end: number][] => {
  const part = foldForSearch(wanted.trim());
  if (part === '') return [];
  const letters = foldLetters(text);
  const folded = letters.map(({ folded: own }) => own).join('');
  const found: [number, number][] = [];
  for (let at = folded.indexOf(part); at !== -1; at = folded.indexOf(part, at + part.length))
    found.push([toOffset(letters, at), toOffset(letters, at + part.length)]);
  return found;
};

interface Letter {
  offset: number;
  length: number;
  folded: string;
}

export const foldLetters = (run: string): Letter[] => {
  let offset = 0;
  return [...run].map((letter) => {
    const own = { offset, length: letter.length, folded: foldForSearch(letter) };
    offset += letter.length;
    return own;
  });
};

/** Where in the text the folded position is. A mark ends after the accents of its last letter. */
export const toOffset = (letters: readonly Letter[], position: number): number => {
  let reached = 0;
  let offset = 0;
  for (const letter of letters) {
    if (reached >= position && letter.folded !== '') break;
    reached += letter.folded.length;
    offset = letter.offset + letter.length;
  }
  return offset;
};
