import * as z from 'zod/mini';

import type { JsonObject } from '../../functions/operations/texts.ts';

export const componentRef = (name: string): string => `#/components/schemas/${name}`;

/** JSON Schema 2020-12, as in OpenAPI 3.1, of a schema that refers to no component. */
export const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject => {
  const { $schema, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return tidy(jsonSchema);
};

/** All named schemas at once; they refer to each other by name. */
export const toComponentSchemas = (
  schemas: Record<string, z.ZodMiniType>,
  io: 'input' | 'output',
): Record<string, JsonObject> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { io, uri: componentRef, unrepresentable: 'any' });
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([id, { $schema, $id, ...schema }]) => [id, tidy(schema)]),
  );
};

/** Keeps what a reader or generator needs; the rest are traces of zod. */
const tidy = (schema: object): JsonObject =>
  JSON.parse(JSON.stringify(schema), (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? tidyNode(value) : value,
  );

const tidyNode = ({ pattern, format, maximum, propertyNames, additionalProperties, ...node }: JsonObject) =>
  mergeNull({
    ...node,
    ...(format === undefined || format === 'starts_with' ? {} : { format }),
    ...(pattern === undefined || impliesPattern(format) ? {} : { pattern }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    // Every object may gain fields.
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
  });

const impliesPattern = (format: unknown): boolean => format === 'uuid' || format === 'date-time';

/** A type or null becomes a pair of types, which generators read better. */
const mergeNull = (node: JsonObject): JsonObject => {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return node;
  const { type, const: value, enum: values = value && [value], ...schema } = anyOf[0];
  if (typeof type !== 'string') return node;
  return { ...rest, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}), ...schema };
};
