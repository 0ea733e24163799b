import { foldForSearch as fold } from '../../functions/model/search-words.ts';

interface Found {
  name: string;
  waits?: boolean;
  /** What else was searched. */
  others?: readonly (string | null)[];
}

/**
 * Whole names first, then names that begin so, names and then other texts in which words do, and parts of words; of equal
 * ones those who wait, then as they came.
 */
export const rankPeople = <Person extends Found>(people: readonly Person[], typed: string): Person[] => {
  const wanted = fold(typed.trim());
  const rank = ({ name, waits, others = [] }: Person): number => {
    const own = fold(name);
    const byName = own === wanted ? 0 : own.startsWith(wanted) ? 1 : hasWordStart(own, wanted) ? 2 : undefined;
    const isElsewhere = hasWordStart(fold([name, ...others].join(' ')), wanted);
    return 2 * (byName ?? (isElsewhere ? 3 : 4)) + (waits ? 0 : 1);
  };
  return people.toSorted((one, other) => rank(one) - rank(other));
};

const hasWordStart = (text: string, wanted: string): boolean =>
  wanted.split(/\s+/).every((start) => text.split(/[^\p{L}\p{N}\p{M}]+/u).some((word) => word.startsWith(start)));
