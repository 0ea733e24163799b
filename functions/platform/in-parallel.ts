import { settleAll } from './settle-all.ts';

/** Starts the items in their order, at most `countMax` at a time. */
export const inParallel = async <Item>(
  items: readonly Item[],
  countMax: number,
  run: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  const work = async (): Promise<void> => {
    for (const item of waiting) await run(item);
  };
  await settleAll(Array.from({ length: Math.min(countMax, items.length) }, work));
};
