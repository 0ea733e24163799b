import { foldForSearch as fold } from '../../../functions/model/search-words.ts';

export interface PaletteEntry {
  id: string;
  label: string;
  hint?: string | undefined;
  keys?: string | undefined;
  run: () => void;
}

export interface PaletteSection {
  title: string;
  entries: readonly PaletteEntry[];
  /** The server has filtered them. */
  isFound?: boolean;
}

/** Each word that was typed begins a word of the text: "api k" finds "API keys". Any part of an address fits. */
const fitsWords = (text: string, typed: string): boolean => {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u);
  const wanted = fold(typed).split(/\s+/);
  return fold(text).includes(fold(typed)) || wanted.every((start) => words.some((word) => word.startsWith(start)));
};

const shownMax = 8;

/** Sections without a fitting entry are left out. */
export const fittingSections = (sections: readonly PaletteSection[], typed: string): PaletteSection[] =>
  sections
    .map(({ title, entries, isFound }) => ({
      title,
      entries: (isFound
        ? entries
        : entries.filter(({ label, hint = '' }) => fitsWords(`${label} ${hint}`, typed))
      ).slice(0, shownMax),
    }))
    .filter(({ entries }) => entries.length > 0);

/** Whole names first, then names that begin so, then words that do; of equal ones those who wait, then as they came. */
export const rankPeople = <Person extends { name: string; waits: boolean }>(
  people: readonly Person[],
  typed: string,
): Person[] => {
  const wanted = fold(typed.trim());
  const rank = ({ name, waits }: Person): number => {
    const own = fold(name);
    const byName = own === wanted ? 0 : own.startsWith(wanted) ? 1 : hasWordStart(own, wanted) ? 2 : 3;
    return 2 * byName + (waits ? 0 : 1);
  };
  return people.toSorted((one, other) => rank(one) - rank(other));
};

const hasWordStart = (name: string, wanted: string): boolean =>
  wanted.split(/\s+/).every((start) => name.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => word.startsWith(start)));
