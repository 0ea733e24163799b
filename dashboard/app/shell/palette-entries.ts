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
