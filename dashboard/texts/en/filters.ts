export const filterTexts = {
  /** The button behind which a narrow screen folds them. */
  fold: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
};
