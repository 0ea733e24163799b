import { vi } from 'vitest';

/** In descending combining class they must be sorted, at a cost that grows with the square of the length. */
export const unsortedMarks = ['\u0345', '\u0315', '\u0300', '\u0334'] as const;

export const unsortedText = (length: number): string =>
  unsortedMarks.map((mark) => mark.repeat(Math.ceil(length / unsortedMarks.length))).join('');

/** Counts the work instead of timing it: the lengths of all texts that are normalized from now on. */
export const watchNormalization = (): { lengths: () => number[] } => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  return { lengths: () => normalize.mock.contexts.map((text) => String(text).length) };
};
