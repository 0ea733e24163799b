import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import { scopes } from '../../functions/model/access/scope.ts';
import type { OperationDoc } from './area.ts';
import { areas, getOperationDoc } from './areas/areas.ts';
import { buildComponentSchemas } from './components.ts';
import { buildErrorExamples } from './errors.ts';
import { buildWebhooks, eventParameters, eventsTag } from './events.ts';
import { responseHeaders } from './headers.ts';
import { info, securitySchemes, servers } from './info.ts';
import { buildParameters, sharedParameters } from './parameters.ts';
import { buildResponses, buildSharedFailures } from './responses.ts';
import { componentRef, type JsonObject } from './schema.ts';

export const describeApi = (endpoints: readonly EndpointEntry[]): JsonObject => {
  const keyed = endpoints.find(({ access }) => access === 'any-key');
  if (!keyed) throw new Error('No endpoint takes any key.');
  return {
    openapi: '3.1.0',
    info,
    servers,
    security: [{ apiKey: [] }],
    tags: [...Object.entries(areas).map(([name, { description }]) => ({ name, description })), eventsTag],
    paths: buildPaths(endpoints),
    webhooks: buildWebhooks(),
    components: {
      securitySchemes,
      parameters: { ...sharedParameters, ...eventParameters },
      headers: responseHeaders,
      responses: buildSharedFailures(keyed),
      examples: buildErrorExamples(),
      schemas: buildComponentSchemas(),
    },
  };
};

const buildPaths = (endpoints: readonly EndpointEntry[]): JsonObject => {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: buildOperation(endpoint) };
  }
  return paths;
};

const buildOperation = (endpoint: EndpointEntry): JsonObject => {
  const doc = getOperationDoc(endpoint);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.area],
    summary: endpoint.summary,
    description: `${doc.description}${scopeText(endpoint)}`,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    parameters: buildParameters(endpoint, doc),
    ...(endpoint.body ? { requestBody: buildRequestBody(endpoint, doc) } : {}),
    responses: buildResponses(endpoint, doc),
  };
};

const scopeText = ({ access }: EndpointEntry): string =>
  scopes.some((scope) => scope === access) ? `\n\nNeeds the scope \`${access}\`.` : '';

const buildRequestBody = ({ operationId, isBodyOptional }: EndpointEntry, { request }: OperationDoc): JsonObject => {
  if (!request) throw new Error(`The body of ${operationId} has no component. Name it in tools/openapi/areas.`);
  const { schema, examples } = request;
  const content = { 'application/json': { schema: { $ref: componentRef(schema) }, examples } };
  return { required: !isBodyOptional, content };
};
