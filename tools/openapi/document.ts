import type * as z from 'zod/mini';
import type { Endpoint } from '../../functions/api/endpoint.ts';
import { type PublicErrorCode, publicStatusByCode } from '../../functions/model/api-error.ts';
import { scopes } from '../../functions/model/scope.ts';
import { newRegistry } from './descriptions.ts';
import { buildParameters } from './parameters.ts';
import { type JsonObject, toJsonSchema } from './schema.ts';

interface DescribedEndpoint extends Endpoint {
  area: string;
}

export const describeApi = (
  endpoints: readonly DescribedEndpoint[],
  components: Record<string, z.ZodMiniType>,
): JsonObject => {
  const registry = newRegistry();
  for (const [id, schema] of Object.entries(components)) registry.add(schema, { id });
  const toSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => toJsonSchema(schema, io, registry);
  const componentSchemas = Object.fromEntries(
    Object.entries(components).map(([id, schema]) => [id, toJsonSchema(schema, 'output', newRegistry())]),
  );
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4000/v1' } } }],
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints.map(({ area }) => area))].map((name) => ({ name })),
    paths: buildPaths(endpoints, toSchema),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: keyDescription } },
      headers,
      schemas: { Error: errorSchema, ...componentSchemas },
    },
  };
};

const info = {
  title: 'Switchboard',
  version: '1',
  description:
    'Send messages, keep contacts and segments, read conversations, launch broadcasts and receive signed webhooks. ' +
    'Success bodies wrap the result as `data`; every failure is `{ error: { code, message } }`: branch on `code`.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const keyDescription = `An API key of a workspace. Its scopes decide what it may do: ${scopes.join(', ')}.`;

const errorSchema: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string', enum: Object.keys(publicStatusByCode) }, message: { type: 'string' } },
    },
  },
};

const headers: JsonObject = {
  'X-Request-Id': { description: 'Identifies this request in our logs.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests that the key may make in a window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Unix seconds at which the window ends.', schema: { type: 'integer' } },
  'Retry-After': {
    description:
      'Seconds to wait before the next try. Besides a 429, the 400 has it while a request with the same ' +
      'Idempotency-Key is running, and the 502 when the channel throttles.',
    schema: { type: 'integer' },
  },
  'X-Channel-Error-Code': {
    description:
      "The channel's error code, or `outcome_unknown` if its response was lost, `channel_unreachable` if nothing was " +
      'sent, `unspecified` if it gave no code.',
    schema: { type: 'string' },
  },
  'X-Message-Id': {
    description: 'Our id of the message: `id` in its row. Absent if the message was not stored.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Cache-Control': { description: 'How long anyone may keep the response.', schema: { type: 'string' } },
  ETag: { description: 'Identifies this version of the response, for If-None-Match.', schema: { type: 'string' } },
};

type ToSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => JsonObject;

const buildPaths = (endpoints: readonly DescribedEndpoint[], toSchema: ToSchema): JsonObject => {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: buildOperation(endpoint, toSchema),
    };
  }
  return paths;
};

const buildOperation = (endpoint: DescribedEndpoint, toSchema: ToSchema): JsonObject => ({
  operationId: endpoint.operationId,
  tags: [endpoint.area],
  summary: endpoint.summary,
  ...(endpoint.access === 'public' ? { security: [] } : {}),
  ...(scopes.some((scope) => scope === endpoint.access)
    ? { description: `Needs the scope \`${endpoint.access}\`.` }
    : {}),
  parameters: buildParameters(endpoint, toSchema),
  ...(endpoint.body ? { requestBody: { required: true, content: jsonContent(toSchema(endpoint.body, 'input')) } } : {}),
  responses: {
    ...buildSuccessResponses(endpoint, toSchema),
    ...(endpoint.cacheSeconds === undefined ? {} : { 304: buildNotModified(endpoint) }),
    ...buildErrorResponses(endpoint),
  },
});

const buildSuccessResponses = (endpoint: DescribedEndpoint, toSchema: ToSchema): Record<string, JsonObject> => {
  const content = jsonContent(toSchema(endpoint.response(), 'output'));
  const descriptions = { [endpoint.status]: 'Success.', ...endpoint.otherStatuses };
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      { description, headers: buildSuccessHeaders(endpoint), content },
    ]),
  );
};

const buildNotModified = (endpoint: DescribedEndpoint): JsonObject => ({
  description: 'The version that If-None-Match names is current.',
  headers: buildSuccessHeaders(endpoint),
});

const buildErrorResponses = (endpoint: DescribedEndpoint): Record<string, JsonObject> => {
  const byStatus = Object.groupBy(listErrorCodes(endpoint), (code) => String(publicStatusByCode[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: { ...buildHeaders(endpoint), ...toHeaderRefs(...listErrorHeaders(endpoint, codes)) },
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
};

const listErrorHeaders = ({ method, errorHeaders }: Endpoint, codes: readonly PublicErrorCode[]): string[] =>
  codes.flatMap((code) => {
    const hasRetryAfter = code === 'rate_limited' || (code === 'bad_request' && method === 'POST');
    return [...(hasRetryAfter ? ['Retry-After'] : []), ...(errorHeaders?.[code] ?? [])];
  });

const listErrorCodes = ({ access, params, query, body, method, errorCodes = [] }: Endpoint): PublicErrorCode[] => {
  const codes: PublicErrorCode[] = ['internal', ...errorCodes];
  if (access !== 'public') codes.push('unauthorized', 'rate_limited');
  if (access !== 'public' && access !== 'any-key') codes.push('forbidden');
  if (params) codes.push('not_found');
  if (query || body || method === 'POST') codes.push('bad_request');
  return [...new Set(codes)].sort((left, right) => publicStatusByCode[left] - publicStatusByCode[right]);
};

const buildHeaders = ({ access }: Endpoint): JsonObject =>
  access === 'public'
    ? toHeaderRefs('X-Request-Id')
    : toHeaderRefs('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

const buildSuccessHeaders = (endpoint: Endpoint): JsonObject => ({
  ...buildHeaders(endpoint),
  ...(endpoint.cacheSeconds === undefined ? {} : toHeaderRefs('Cache-Control', 'ETag')),
});

const toHeaderRefs = (...names: string[]): Record<string, JsonObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const jsonContent = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
