import { foldForSearch as fold } from '../../../functions/model/search-words.ts';

export interface PaletteEntry {
  id: string;
  label: string;
  /** Other words for it. */
  words?: string | undefined;
  hint?: string | undefined;
  /** Stands beside the label. */
  sign?: string | undefined;
  keys?: string | undefined;
  run: () => void;
}

export interface PaletteSection {
  title: string;
  entries: readonly PaletteEntry[];
  /** The server has filtered them. */
  isFound?: boolean;
}

const shownMax = 10;

/** Sections without a fitting entry are left out. In each, those whose own words fit come first. */
export const fittingSections = (sections: readonly PaletteSection[], typed: string): PaletteSection[] =>
  sections
    .map(({ title, entries, isFound }) => ({
      title,
      entries: (isFound ? entries : [...entries.filter(fits(typed)), ...entries.filter(fitsOtherwise(typed))]).slice(
        0,
        shownMax,
      ),
    }))
    .filter(({ entries }) => entries.length > 0);

/** Each word that was typed begins a word of the text: "api k" finds "API keys". Any part of an address fits. */
const fits =
  (typed: string) =>
  ({ label, hint = '' }: PaletteEntry): boolean => {
    const text = `${label} ${hint}`;
    const words = splitWords(text);
    return (
      fold(text).includes(fold(typed)) ||
      splitTyped(typed).every((start) => words.some((word) => word.startsWith(start)))
    );
  };

const fitsOtherwise = (typed: string) => (entry: PaletteEntry) => {
  if (entry.words === undefined || fits(typed)(entry)) return false;
  const own = splitWords(entry.label);
  const others = splitWords(entry.words);
  return splitTyped(typed).every(
    (start) => own.some((word) => word.startsWith(start)) || others.some((word) => beginsOther(word, start)),
  );
};

const startLettersMin = 4;

/** Fewer letters begin many words, and are more likely a name: "ana" is not "analytics". */
const beginsOther = (word: string, start: string): boolean =>
  word === start || (start.length >= startLettersMin && word.startsWith(start));

const splitWords = (text: string): string[] => fold(text).split(/[^\p{L}\p{N}]+/u);

const splitTyped = (typed: string): string[] => fold(typed).split(/\s+/);
