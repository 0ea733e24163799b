import type { Page, PageRequest } from '../model/page.ts';

/** What further steps read at a time: as many keys as one BatchGet takes. */
const rowsPerStep = 100;

/**
 * A full page of a filtered list, unless the list ends. `read` looks at one step of the list and returns what passed,
 * newest first, with the place where the next step goes on. It reads one row more than the page holds, so that the
 * last page is known to be the last. After `rowsMax` rows or a few more it stops: the page may then be short, or even
 * empty, and yet have a next one.
 */
export const fillPage = async <Item extends { id: string }>(
  { limit, after }: PageRequest,
  read: (step: PageRequest) => Promise<Page<Item>>,
  rowsMax = Number.POSITIVE_INFINITY,
): Promise<Page<Item>> => {
  let { items, next } = await read({ limit: limit + 1, after });
  for (let rows = limit + 1; items.length <= limit && next !== undefined && rows < rowsMax; rows += rowsPerStep) {
    const step = await read({ limit: rowsPerStep, after: next });
    items = [...items, ...step.items];
    next = step.next;
  }
  const pageItems = items.slice(0, limit);
  return { items: pageItems, next: items.length > limit ? pageItems.at(-1)?.id : next };
};
