import type { Page } from '../../model/page.ts';

/**
 * One page of several partitions, newest first. Rows beyond the end of any page that has a next one are left for later:
 * that partition may have others before them.
 */
export const mergePages = <Row>(pages: readonly Page<Row>[], limit: number, idOf: (row: Row) => string): Page<Row> => {
  const completeDownTo = pages
    .flatMap(({ next = [] }) => next)
    .sort()
    .at(-1);
  const known = pages
    .flatMap(({ items }) => items)
    .filter((row) => completeDownTo === undefined || idOf(row) >= completeDownTo)
    .sort((left, right) => (idOf(left) < idOf(right) ? 1 : -1));
  const items = known.slice(0, limit);
  const last = items.at(-1);
  return { items, next: known.length > limit && last ? idOf(last) : completeDownTo };
};
