import type { PageMeta } from './api-types.ts';
import type { CallOptions, Send } from './transport.ts';

export interface Page<Item> {
  items: Item[];
  /** Null on the last page. A short or even empty page may have one: a filter matched few rows. */
  nextCursor: string | null;
}

/** A list that loads its pages as needed: `for await` walks through all items, `page` loads one page. */
export interface List<Item> extends AsyncIterable<Item> {
  page(cursor?: string): Promise<Page<Item>>;
  pages(): AsyncIterable<Page<Item>>;
  /** All items at once: for lists that fit into memory. */
  toArray(): Promise<Item[]>;
}

export interface ListCall {
  path: string;
  query?: { cursor?: string } | undefined;
  options?: CallOptions | undefined;
}

export const createList = <Item>(send: Send, { path, query, options }: ListCall): List<Item> => {
  const page = async (cursor = query?.cursor): Promise<Page<Item>> => {
    const { data, meta } = await send<{ data: Item[]; meta: PageMeta }>({
      method: 'GET',
      path,
      query: { ...query, cursor },
      options,
    });
    return { items: data, nextCursor: meta.next_cursor };
  };

  async function* pages(): AsyncGenerator<Page<Item>> {
    let next = await page();
    yield next;
    while (next.nextCursor !== null) {
      next = await page(next.nextCursor);
      yield next;
    }
  }

  async function* items(): AsyncGenerator<Item> {
    for await (const { items } of pages()) yield* items;
  }

  const toArray = async (): Promise<Item[]> => {
    const all: Item[] = [];
    for await (const item of items()) all.push(item);
    return all;
  };

  return { page, pages, toArray, [Symbol.asyncIterator]: items };
};
