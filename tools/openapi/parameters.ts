import type * as z from 'zod/mini';
import type { Endpoint } from '../../functions/api/endpoint.ts';
import type { Json } from './schema.ts';

type Describe = (schema: z.ZodMiniType, io: 'input' | 'output') => Json;

/** Everything that a caller may put into the path, the query and the headers of an operation. */
export const parametersOf = (endpoint: Endpoint, describe: Describe): Json[] => [
  ...fieldsOf(endpoint.params, 'path', describe),
  ...fieldsOf(endpoint.query, 'query', describe),
  ...(endpoint.paged ? pageParameters : []),
  ...(endpoint.method === 'POST' ? [idempotencyKey] : []),
];

const fieldsOf = (schema: z.ZodMiniType | undefined, place: 'path' | 'query', describe: Describe): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = describe(schema, 'input') as Fields;
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: field,
  }));
};

interface Fields {
  properties?: Record<string, Json>;
  required?: string[];
}

const pageParameters: Json[] = [
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

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the call safe to repeat: for 24 hours the same key and body give the first answer again, marked with ' +
    '`Idempotent-Replayed: true`, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
