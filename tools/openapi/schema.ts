import * as z from 'zod/mini';

export type JsonObject = { [name: string]: unknown };

/** JSON Schema 2020-12, as in OpenAPI 3.1; named schemas become references to the components. */
export const toJsonSchema = (
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  registry: z.core.$ZodRegistry<{ id?: string; description?: string }>,
): JsonObject => {
  const { $schema, $defs, ...jsonSchema } = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' });
  return useComponentReferences(jsonSchema);
};

/** Rewrites zod's `$defs` references, and allows additional fields. */
const useComponentReferences = (jsonSchema: object): JsonObject =>
  JSON.parse(JSON.stringify(jsonSchema), (name, value) => {
    if (name === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/');
    if (name !== 'additionalProperties' && typeof value === 'object' && value?.additionalProperties === false) {
      const { additionalProperties, ...rest } = value;
      return rest;
    }
    return value;
  });
