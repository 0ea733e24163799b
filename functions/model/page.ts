import * as z from 'zod/mini';

/** Where a page starts (after this position, or at the newest) and how many rows it may hold. */
export interface PageRequest {
  limit: number;
  after: string | undefined;
}

/** One page, with the position at which the next one goes on, if there is a next one. */
export interface Page<Item> {
  items: Item[];
  next: string | undefined;
}

const limitDefault = 50;

/** The query of every paged list. A limit that cannot be used is read as 50. */
export const pageQuery = {
  limit: z.catch(z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/)), z.transform(Number)), limitDefault),
  cursor: z.catch(z.optional(z.string()), undefined),
};

/** The body of every list. */
export const listResponse = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), meta: z.object({ next_cursor: z.nullable(z.string()) }) });
