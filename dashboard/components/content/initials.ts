const huesMax = 6;

/** One of the six hues of the tokens, always the same for one id. */
export const hueOf = (id: string): number => {
  const hash = [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
  return 1 + (hash % huesMax);
};

/** Takes letters and digits only: a phone number without a name has the last two digits. */
export const initialsOf = (name: string, lettersMax: number): string => {
  const words = name.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ''));
  const initials = words.filter((word) => /^\p{L}/u.test(word)).map((word) => firstLetter(word));
  if (initials.length > 0) return initials.slice(0, lettersMax).join('').toUpperCase();
  return [...name.replace(/[^\p{L}\p{N}]/gu, '')].slice(-lettersMax).join('') || '?';
};

/** A letter with its marks, as people see it. */
const firstLetter = (word: string): string => [...new Intl.Segmenter().segment(word)][0]?.segment ?? '';
