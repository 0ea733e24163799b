import * as z from 'zod/mini';
import type { Endpoint } from '../../functions/api/endpoint.ts';
import { type ApiErrorCode, statusByCode } from '../../functions/model/api-error.ts';
import { scopes } from '../../functions/model/scope.ts';
import { parametersOf } from './parameters.ts';
import { type Json, schemaOf } from './schema.ts';

interface DescribedEndpoint extends Endpoint {
  area: string;
}

/** The OpenAPI 3.1 description of the API, made from the endpoint table alone. */
export const describeApi = (
  endpoints: readonly DescribedEndpoint[],
  components: Record<string, z.ZodMiniType>,
): Json => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(components)) registry.add(schema, { id });
  const describe = (schema: z.ZodMiniType, io: 'input' | 'output') => schemaOf(schema, io, registry);
  const shared = Object.fromEntries(
    Object.entries(components).map(([id, schema]) => [id, schemaOf(schema, 'output', z.registry<{ id: string }>())]),
  );
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4000/v1' } } }],
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints.map(({ area }) => area))].map((name) => ({ name })),
    paths: pathsOf(endpoints, describe),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: keyDescription } },
      headers,
      schemas: { Error: errorSchema, ...shared },
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

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string', enum: Object.keys(statusByCode) }, message: { type: 'string' } },
    },
  },
};

const headers: Json = {
  'X-Request-Id': { description: 'Identifies this request in our logs.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests that the key may make in a window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'Unix seconds at which the window ends.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
};

type Describe = (schema: z.ZodMiniType, io: 'input' | 'output') => Json;

const pathsOf = (endpoints: readonly DescribedEndpoint[], describe: Describe): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, describe),
    };
  }
  return paths;
};

const operationOf = (endpoint: DescribedEndpoint, describe: Describe): Json => ({
  operationId: endpoint.operationId,
  tags: [endpoint.area],
  summary: endpoint.summary,
  ...(endpoint.access === 'public' ? { security: [] } : {}),
  ...(scopes.some((scope) => scope === endpoint.access)
    ? { description: `Needs the scope \`${endpoint.access}\`.` }
    : {}),
  parameters: parametersOf(endpoint, describe),
  ...(endpoint.body ? { requestBody: { required: true, content: jsonContent(describe(endpoint.body, 'input')) } } : {}),
  responses: { ...successesOf(endpoint, describe), ...failuresOf(endpoint) },
});

const successesOf = (endpoint: DescribedEndpoint, describe: Describe): Record<string, Json> => {
  const content = jsonContent(describe(endpoint.response(), 'output'));
  const meanings = { [endpoint.status]: 'Success.', ...endpoint.otherStatuses };
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [
      status,
      { description, headers: headersOf(endpoint), content },
    ]),
  );
};

const failuresOf = (endpoint: DescribedEndpoint): Record<string, Json> => {
  const byStatus = Object.groupBy(failureCodesOf(endpoint), (code) => String(statusByCode[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: status === '429' ? { ...headersOf(endpoint), ...headerRefs('Retry-After') } : headersOf(endpoint),
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
};

const failureCodesOf = ({
  access,
  params,
  query,
  body,
  method,
  errorCodes: failures = [],
}: Endpoint): ApiErrorCode[] => {
  const codes: ApiErrorCode[] = ['internal', ...failures];
  if (access !== 'public') codes.push('unauthorized', 'rate_limited');
  if (access !== 'public' && access !== 'any-key') codes.push('forbidden');
  if (params) codes.push('not_found');
  if (query || body || method === 'POST') codes.push('bad_request');
  return [...new Set(codes)].sort((one, other) => statusByCode[one] - statusByCode[other]);
};

const headersOf = ({ access }: Endpoint): Json =>
  access === 'public'
    ? headerRefs('X-Request-Id')
    : headerRefs('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

const headerRefs = (...names: string[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } });
