import * as z from 'zod/mini';

export interface PageRequest {
  limit: number;
  /** The last row of the previous page; undefined starts at the newest. */
  after: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  /** The `after` of the next page; undefined on the last one. */
  next: string | undefined;
}

const limitDefault = 50;

/** An invalid limit falls back to the default. */
export const pageQuery = {
  limit: z.catch(z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/)), z.transform(Number)), limitDefault),
  cursor: z.catch(z.optional(z.string()), undefined),
};

export const listResponse = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), meta: z.object({ next_cursor: z.nullable(z.string()) }) });
