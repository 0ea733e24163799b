import type * as z from 'zod/mini';
import type { Endpoint } from '../../functions/api/endpoint.ts';
import type { OperationDoc } from './area.ts';
import { referToEnums } from './components.ts';
import { describeFields, pageParameters } from './fields.ts';
import { type JsonObject, toJsonSchema } from './schema.ts';

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the call safe to repeat: for 24 hours the same key and body give the first answer again, marked with ' +
    '`Idempotent-Replayed: true`, and nothing is done twice. A 4xx changes nothing and is not stored.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['order-1042-shipped'] },
};

const ifNoneMatch: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of a copy. The response is a 304 without a body if the copy is current.',
  schema: { type: 'string' },
};

export const sharedParameters: Record<string, JsonObject> = {
  ...pageParameters,
  IdempotencyKey: idempotencyKey,
  IfNoneMatch: ifNoneMatch,
};

export const buildParameters = (endpoint: Endpoint, { parameters = {} }: OperationDoc): JsonObject[] => {
  const fields = { path: listFields(endpoint.params), query: listFields(endpoint.query) };
  const properties = { ...fields.path.properties, ...fields.query.properties };
  const described = describeFields(endpoint.operationId, properties, parameters);
  return [
    ...Object.entries(described).map(([name, { description, ...schema }]) => ({
      name,
      in: name in fields.path.properties ? 'path' : 'query',
      required: name in fields.path.properties || fields.query.required.includes(name),
      description,
      schema: referToEnums('', schema),
    })),
    ...sharedNames(endpoint).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
};

const sharedNames = ({ paged, method, cacheSeconds }: Endpoint): string[] => [
  ...(paged ? Object.keys(pageParameters) : []),
  ...(method === 'POST' ? ['IdempotencyKey'] : []),
  ...(cacheSeconds === undefined ? [] : ['IfNoneMatch']),
];

interface Fields {
  properties: Record<string, JsonObject>;
  required: string[];
}

const listFields = (schema: z.ZodMiniType | undefined): Fields => ({
  properties: {},
  required: [],
  ...(schema ? toJsonSchema(schema, 'input') : {}),
});
