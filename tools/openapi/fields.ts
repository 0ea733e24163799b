import * as z from 'zod/mini';
import { listResponse } from '../../functions/model/page.ts';
import type { ComponentDoc, FieldDoc, JsonObject } from '../../functions/operations/texts.ts';

/** Adds the texts to the properties of an object; throws where one is missing or too many. */
export const describeFields = (
  where: string,
  properties: Record<string, JsonObject>,
  docs: Record<string, FieldDoc> = {},
): Record<string, JsonObject> => {
  const extra = Object.keys(docs).find((name) => !(name in properties));
  if (extra !== undefined) throw new Error(`${where} has no field ${extra}. Remove its text.`);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, describeField(`${where}.${name}`, schema, docs[name])]),
  );
};

const describeField = (where: string, schema: JsonObject, doc: FieldDoc | undefined): JsonObject => {
  if (doc === undefined) throw new Error(`${where} has no text. Add one to texts.ts of its area.`);
  return typeof doc === 'string' ? { ...schema, description: doc } : { ...schema, ...doc };
};

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
