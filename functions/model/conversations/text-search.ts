import * as z from 'zod/mini';
import { removeInvisible } from '../fold-text.ts';
import { cutWord, foldLetters, hasNoSpaces, splitWords, toOffset } from '../search-words.ts';

/** The commonest words of English, Spanish, Portuguese, French, German, Italian and Dutch. Nobody finds anything by them. */
const commonWords = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from get got had has have hello hi
  how i if in into is it its just me my no not now of ok on or our out please so thank thanks that the their them then
  there they this to too up us was we were what when which who will with would yes you your
  al como con de del el ella en es esta este gracias ha hay hola la las le lo los mas me mi muy no nos o para pero por
  que se si sin son su te tu un una y ya yo
  ao aos as com da das do dos e ela ele em eu foi isso ja mais mas meu minha na nao nas nos obrigado ola os ou pela
  pelo pode quando sao sem ser seu sua tem um uma voce
  au aux avec bonjour c ce ces cette d dans des du elle et il ils j je l leur m ma mes mon n ne nous on ont ou par pas
  pour qu qui s sa ses sont sur t une vous
  aber als am auch auf aus bei bin bitte da danke das dass dem den der die dies ein eine einen einer er es fur haben
  hallo hat ich ihr im in ist ja kann man mein mich mir mit nach nein nicht noch nur oder schon sehr sie sind so uber
  um und uns von vor war was wenn wie wir zu zum zur
  anche ci ciao come cosa di e gli grazie ho i il io mio ma ne nel non per piu quello sono tra
  aan bij dan dat een en er geen goed het hoe ik je kan maar met mijn naar niet nog om ook op te uit van voor wat we wel
  ze zijn`.split(/\s+/u),
);

const isCommonWord = (word: string): boolean => commonWords.has(word);

let segmenter: Intl.Segmenter | undefined;

/** Words of a script without spaces are cut out of their run; the others are whole runs of letters and digits. */
export const listTextWords = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .flatMap((run) => (hasNoSpaces.test(run) ? segment(run) : [run]))
      .map(cutWord),
  ),
];

/** Words in katakana are foreign, and stand for themselves beside others. */
const katakana = /[\p{Script=Katakana}ー]+|[^\p{Script=Katakana}ー]+/gu;

const segment = (run: string): string[] => {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  const parts = (run.match(katakana) ?? []).flatMap((part) => [...(segmenter?.segment(part) ?? [])]);
  return parts.flatMap((part) => (part.isWordLike ? part.segment : []));
};

export const textSearch = z.string().check(z.maxLength(200, { abort: true }));

const wordsMax = 8;

export interface SearchedWord {
  word: string;
  /** A word that begins so is enough: the caller may still be typing it. */
  isBeginning: boolean;
}

export interface TextSearch {
  /** All of them must be in the conversation. */
  words: SearchedWord[];
  /** Each is in one message, word for word. */
  phrases: string[];
}

/** Texts in quotes are phrases. Common words count only in phrases, because the index does not list them. */
export const parseTextSearch = (text: string): TextSearch => {
  const quoted = [...text.matchAll(/["“”„«»]([^"“”„«»]+)(?:["“”„«»]|$)/gu)].map(([, phrase = '']) => phrase);
  const all = listTextWords(text);
  const typed = /[\p{L}\p{N}\p{M}]$/u.test(removeInvisible(text)) ? all.at(-1) : undefined;
  const rare = all.filter((word) => !isCommonWord(word)).slice(-wordsMax);
  return {
    words: rare.map((word) => ({ word, isBeginning: word === typed })),
    phrases: quoted.map((phrase) => splitWords(phrase).join(' ')).filter((phrase) => phrase.includes(' ')),
  };
};

export const hasWord = (words: readonly string[], { word, isBeginning }: SearchedWord): boolean =>
  words.some((own) => own === word || (isBeginning && own.startsWith(word)));

export const hasPhrase = (text: string, phrase: string): boolean =>
  ` ${splitWords(text).join(' ')} `.includes(` ${phrase} `);

/** The start and the end of each piece of the text that was searched for, in order. */
const markText = (text: string, words: readonly SearchedWord[]): [start: number, end: number][] => {
  const runs = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)];
  return runs.flatMap(({ 0: run, index }) => {
    const letters = foldLetters(run);
    const folded = letters.map(({ folded: own }) => own).join('');
    return markRun(folded, words).map(([start, end]): [number, number] => [
      index + toOffset(letters, start),
      index + toOffset(letters, end),
    ]);
  });
};

const markRun = (folded: string, words: readonly SearchedWord[]): [number, number][] => {
  const own = listTextWords(folded);
  const [only] = own;
  if (own.length === 1 && only !== undefined && folded.startsWith(only)) {
    const found = words.filter((searched) => hasWord([only], searched));
    const length = Math.max(0, ...found.map(({ word }) => word.length));
    return length > 0 ? [[0, length]] : [];
  }
  return words
    .flatMap(({ word }) => {
      const start = folded.indexOf(word);
      return start === -1 ? [] : [[start, start + word.length] as [number, number]];
    })
    .sort(([one], [other]) => one - other)
    .filter(([start], index, all) => index === 0 || start >= (all[index - 1]?.[1] ?? 0));
};

const snippetCharacters = { before: 24, all: 160 };

/** A piece of the text around the first mark. */
export const cutSnippet = (
  text: string,
  words: readonly SearchedWord[],
): { text: string; marks: [start: number, end: number][] } => {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const [first] = markText(line, words);
  const wanted = Math.max(0, (first?.[0] ?? 0) - snippetCharacters.before);
  const start = wanted === 0 ? 0 : line.indexOf(' ', wanted) + 1 || wanted;
  const from = start > (first?.[0] ?? 0) ? wanted : start;
  const letters = [...line.slice(from)];
  const piece = letters.slice(0, snippetCharacters.all).join('');
  const snippet = `${from > 0 ? '…' : ''}${piece}${letters.length > snippetCharacters.all ? '…' : ''}`;
  return { text: snippet, marks: markText(snippet, words) };
};

export const describeUnsearchable = (text: string): string =>
  listTextWords(text).length === 0 ? 'must have a letter or a digit' : 'has only very common words. Add a rarer one';

export const toIndexedWords = (text: string): string[] => listTextWords(text).filter((word) => !isCommonWord(word));
