import * as z from 'zod/mini';

export interface PageRequest {
  limit: number;
  after: string | undefined;
  /** The caller has changed nothing for a minute, so the newest rows may be read from a replica, at half the price. */
  mayLag?: boolean | undefined;
}

export interface Page<Item> {
  items: Item[];
  next: string | undefined;
}

const limitDefault = 50;

export const pageQuery = {
  limit: z.catch(z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/)), z.transform(Number)), limitDefault),
  cursor: z.catch(z.optional(z.string()), undefined),
};

export const listResponse = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), meta: z.object({ next_cursor: z.nullable(z.string()) }) });
