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
  /** How many rows a filtered list has looked at for this page. */
  rowsRead?: number | undefined;
  bytesRead?: number | undefined;
}

const limitDefault = 50;

/** This is not a schema: `z.catch` would bring all helpers of zod into every bundle. */
export const readLimit = (value: unknown): number =>
  typeof value === 'string' && /^([1-9]\d?|100)$/.test(value) ? Number(value) : limitDefault;

export const listResponse = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), meta: z.object({ next_cursor: z.nullable(z.string()) }) });
