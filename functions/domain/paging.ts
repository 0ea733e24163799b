import type { Page, PageRequest } from '../model/page.ts';
import { fitPage, pageBytesMax, readLimits, toJsonBytes } from '../table/dynamodb/query.ts';

type ReadPage<Item> = (page: PageRequest) => Promise<Page<Item>>;

const stepFactor = 4;

/**
 * Fills a page of a filtered list: `read` looks at one step of the list and returns the rows that pass, newest first.
 * It asks for one row more than the page holds, so the last page is known to be the last. After `rowsMax` rows,
 * or `pageBytesMax.read`, it stops; the page may then be short, or empty, and still have a next one.
 */
export const fillPage = async <Item extends { id: string }>(
  { limit, after, mayLag }: PageRequest,
  read: (step: PageRequest) => Promise<Page<Item>>,
  toPosition: (item: Item) => string = ({ id }) => id,
  rowsMax = readLimits.rowsPerCall,
): Promise<Page<Item>> => {
  const items: Item[] = [];
  let next = after;
  let rowsLeft = rowsMax;
  let bytesLeft = pageBytesMax.read;
  let stepRows = limit + 1;
  do {
    const step = await read({ limit: stepRows, after: next, mayLag });
    items.push(...step.items);
    next = step.next;
    rowsLeft -= step.rowsRead ?? stepRows;
    bytesLeft -= step.bytesRead ?? 0;
    stepRows = Math.min(stepRows * stepFactor, rowsLeft);
  } while (items.length <= limit && next !== undefined && rowsLeft > 0 && bytesLeft > 0);
  const pageItems = fitPage(items, limit);
  const last = pageItems.at(-1);
  return {
    items: pageItems,
    next: last && items.length > pageItems.length ? toPosition(last) : next,
    rowsRead: readLimits.rowsPerCall - rowsLeft,
  };
};

/** A page of the usual length is one batch. */
const firstBatch = 51;

/**
 * Looks up the items of a page of ids, in order, and stops after `pageBytesMax.read`. The first batch tells how
 * many more may be read at once.
 */
export const findPageItems = async <Item>(
  { items: ids, next }: Page<string>,
  find: (ids: string[]) => Promise<Item[]>,
): Promise<Page<Item>> => {
  const items: Item[] = [];
  let bytesRead = 0;
  let end = 0;
  let batch = firstBatch;
  while (end < ids.length && bytesRead < pageBytesMax.read) {
    const found = await find(ids.slice(end, end + batch));
    items.push(...found);
    end = Math.min(ids.length, end + batch);
    bytesRead += found.reduce((sum, item) => sum + toJsonBytes(item), 0);
    batch = Math.max(1, Math.floor((pageBytesMax.read - bytesRead) / Math.max(1, bytesRead / end)));
  }
  return { items, next: end < ids.length ? ids[end - 1] : next, rowsRead: end, bytesRead };
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
