interface PackLimits<Item> {
  countMax: number;
  bytesMax?: number;
  measure?: (item: Item) => number;
}

/** Splits items, in order, into batches within both limits. An item above `bytesMax` gets a batch of its own. */
export const pack = <Item>(
  items: readonly Item[],
  { countMax, bytesMax = Number.POSITIVE_INFINITY, measure = () => 0 }: PackLimits<Item>,
): Item[][] => {
  const batches: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = measure(item);
    const batch = batches.at(-1);
    if (batch && batch.length < countMax && bytes + size <= bytesMax) {
      batch.push(item);
      bytes += size;
    } else {
      batches.push([item]);
      bytes = size;
    }
  }
  return batches;
};
