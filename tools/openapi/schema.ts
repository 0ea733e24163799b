import * as z from 'zod/mini';

/** A piece of the document. */
export type JsonObject = { [name: string]: unknown };

/** A schema as OpenAPI 3.1 writes it: JSON Schema 2020-12, with named schemas as references to the components. */
export const toJsonSchema = (
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  registry: z.core.$ZodRegistry<{ id: string }>,
): JsonObject => {
  const { $schema, $defs, ...jsonSchema } = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' });
  return useComponentReferences(jsonSchema);
};

/** Points at the components where zod points at definitions beside the schema, and allows further fields. */
const useComponentReferences = (jsonSchema: object): JsonObject =>
  JSON.parse(JSON.stringify(jsonSchema), (name, value) => {
    if (name === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/');
    if (name !== 'additionalProperties' && typeof value === 'object' && value?.additionalProperties === false) {
      const { additionalProperties, ...rest } = value;
      return rest;
    }
    return value;
  });
