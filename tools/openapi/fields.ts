import type { FieldDoc } from './area.ts';
import type { JsonObject } from './schema.ts';

/** Adds the texts to the properties of an object; throws where one is missing or too many. */
export const describeFields = (
  where: string,
  properties: Record<string, JsonObject>,
  docs: Record<string, FieldDoc> = {},
): Record<string, JsonObject> => {
  const extra = Object.keys(docs).find((name) => !(name in properties));
  if (extra !== undefined) throw new Error(`${where} has no field ${extra}. Remove its text in tools/openapi/areas.`);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, describeField(`${where}.${name}`, schema, docs[name])]),
  );
};

const describeField = (where: string, schema: JsonObject, doc: FieldDoc | undefined): JsonObject => {
  if (doc === undefined) throw new Error(`${where} has no text. Add one in tools/openapi/areas.`);
  return typeof doc === 'string' ? { ...schema, description: doc } : { ...schema, ...doc };
};
