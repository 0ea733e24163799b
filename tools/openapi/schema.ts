import * as z from 'zod/mini';

/** A piece of the document. */
export type Json = { [name: string]: unknown };

/** A schema as OpenAPI 3.1 writes it: JSON Schema 2020-12, with named schemas as references to the components. */
export const schemaOf = (
  schema: z.ZodMiniType,
  io: 'input' | 'output',
  named: z.core.$ZodRegistry<{ id: string }>,
): Json => {
  const { $schema, $defs, ...described } = z.toJSONSchema(schema, { io, metadata: named, unrepresentable: 'any' });
  return withReferences(described);
};

/** Points at the components where zod points at definitions beside the schema, and allows further fields. */
const withReferences = (described: object): Json =>
  JSON.parse(JSON.stringify(described), (name, value) => {
    if (name === '$ref') return String(value).replace('#/$defs/', '#/components/schemas/');
    if (name !== 'additionalProperties' && typeof value === 'object' && value?.additionalProperties === false) {
      const { additionalProperties, ...open } = value;
      return open;
    }
    return value;
  });
