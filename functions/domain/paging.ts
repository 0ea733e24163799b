import type { Page, PageRequest } from '../model/page.ts';

type ReadPage<Item> = (page: PageRequest) => Promise<Page<Item>>;

/** One BatchGetItem takes 100 keys. */
const rowsPerStep = 100;

/**
 * Fills a page of a filtered list: `read` looks at one step of the list and returns the rows that pass, newest first.
 * It asks for one row more than the page holds, so the last page is known to be the last. After about `rowsMax` rows it
 * stops; the page may then be short, or empty, and still have a next one.
 */
export const fillPage = async <Item extends { id: string }>(
  { limit, after }: PageRequest,
  read: ReadPage<Item>,
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

export async function* readPages<Item>(read: ReadPage<Item>, limit: number): AsyncGenerator<Item[]> {
  let after: string | undefined;
  do {
    const { items, next } = await read({ limit, after });
    yield items;
    after = next;
  } while (after !== undefined);
}

export const readAllPages = async <Item>(read: ReadPage<Item>, limit: number): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const items of readPages(read, limit)) all.push(...items);
  return all;
};

/** Ids are UUIDv7, so they sort by creation time. */
export const newestFirst = <Item extends { id: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => (a.id < b.id ? 1 : -1));
