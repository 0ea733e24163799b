export const gapCharactersMax = 60;
export const anyGap = new RegExp(`\\[[^\\][\\n]{1,${gapCharactersMax}}\\]`, 'g');

/** The next `[…]` after a position, or the first one of the text. */
export const findGap = (text: string, from: number): [number, number] | undefined => {
  const gaps = [...text.matchAll(anyGap)].map(({ 0: found, index }): [number, number] => [index, index + found.length]);
  return gaps.find(([start]) => start >= from) ?? gaps[0];
};
