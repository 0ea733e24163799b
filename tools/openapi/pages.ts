import * as z from 'zod/mini';
import { listResponse } from '../../functions/model/page.ts';
import type { ComponentDoc } from './area.ts';
import type { JsonObject } from './schema.ts';

export const pageComponents: Record<string, ComponentDoc> = {
  PageMeta: {
    schema: listResponse(z.string()).shape.meta,
    description: 'Where a list goes on.',
    fields: { next_cursor: 'Pass it as `cursor` to get the next page; null on the last page.' },
  },
};

export const pageParameters: Record<string, JsonObject> = {
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'Rows in a page. A value that cannot be used is read as 50.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description:
      'The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page.',
    schema: { type: 'string' },
  },
};
