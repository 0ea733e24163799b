import type * as z from 'zod/mini';
import type { Endpoint } from '../../functions/api/endpoint.ts';
import type { JsonObject } from './schema.ts';

type ToSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => JsonObject;

export const buildParameters = (endpoint: Endpoint, toSchema: ToSchema): JsonObject[] => [
  ...toParameters(endpoint.params, 'path', toSchema),
  ...toParameters(endpoint.query, 'query', toSchema),
  ...(endpoint.paged ? pageParameters : []),
  ...(endpoint.method === 'POST' ? [idempotencyKey] : []),
];

const toParameters = (
  schema: z.ZodMiniType | undefined,
  location: 'path' | 'query',
  toSchema: ToSchema,
): JsonObject[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: field,
  }));
};

interface ObjectSchema {
  properties?: Record<string, JsonObject>;
  required?: string[];
}

const pageParameters: JsonObject[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'Rows in a page. A value that cannot be used is read as 50.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  },
  {
    name: 'cursor',
    in: 'query',
    description:
      'The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page.',
    schema: { type: 'string' },
  },
];

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the call safe to repeat: for 24 hours the same key and body give the first answer again, marked with ' +
    '`Idempotent-Replayed: true`, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
