import type * as z from 'zod/mini';
import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import { scopes } from '../../functions/model/access/scope.ts';
import { eventNames } from '../../functions/model/webhooks/webhook.ts';
import type { Endpoint } from '../../functions/operations/operation.ts';
import type { ComponentDoc, JsonObject, OperationDoc } from '../../functions/operations/texts.ts';
import { apiAreas, getOperationDoc } from './areas.ts';
import { buildErrorExamples, errorComponents } from './errors.ts';
import { documentEvent, eventComponents } from './events.ts';
import { describeFields, pageComponents, pageParameters } from './fields.ts';
import { responseHeaders } from './headers.ts';
import { info, securitySchemes, servers } from './info.ts';
import { buildResponses, buildSharedFailures } from './responses.ts';
import { componentRef, toComponentSchemas, toJsonSchema } from './schema.ts';

export const describeApi = (endpoints: readonly EndpointEntry[]): JsonObject => {
  const keyed = endpoints.find(({ access }) => access === 'any-key');
  if (!keyed) throw new Error('No endpoint takes any key.');
  return {
    openapi: '3.1.0',
    info,
    servers,
    security: [{ apiKey: [] }],
    tags: [...Object.entries(apiAreas).map(([name, { description }]) => ({ name, description })), eventsTag],
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
    summary: doc.summary,
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
  if (!request) throw new Error(`The body of ${operationId} has no component. Name it in texts.ts of its area.`);
  const { schema, examples } = request;
  const content = { 'application/json': { schema: { $ref: componentRef(schema) }, examples } };
  return { required: !isBodyOptional, content };
};

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

const sharedParameters: Record<string, JsonObject> = {
  ...pageParameters,
  IdempotencyKey: idempotencyKey,
  IfNoneMatch: ifNoneMatch,
};

const buildParameters = (endpoint: Endpoint, { parameters = {} }: OperationDoc): JsonObject[] => {
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

const signature =
  '`t=<unix seconds>,v1=<hex>`: the hex HMAC-SHA256, with the secret of the webhook as the key, of the seconds, a dot ' +
  'and the raw body. Refuse a time that is more than five minutes away. For up to 24 hours after a rotation there is a ' +
  'second `v1`, of the previous secret: accept the request if either is right.';

const serviceHeaders = {
  Event: { description: 'Name of the event, as in the body.', schema: { $ref: componentRef('EventName') } },
  'Webhook-Id': { description: 'Id of the webhook.', schema: { type: 'string', format: 'uuid' } },
  Signature: { description: signature, schema: { type: 'string', pattern: '^t=\\d+(,v1=[0-9a-f]{64}){1,2}$' } },
};

const toParameters = (prefix: string, note = ''): [string, JsonObject][] =>
  Object.entries(serviceHeaders).map(([name, { description, schema }]) => [
    `${prefix}${name}`.replaceAll('-', ''),
    { name: `${prefix}-${name}`, in: 'header', required: true, description: `${description}${note}`, schema },
  ]);

const standardHeaders = {
  'webhook-id': { description: 'Id of the event, as in the body.', schema: { type: 'string', format: 'uuid' } },
  'webhook-timestamp': { description: 'Unix seconds of this attempt.', schema: { type: 'integer' } },
  'webhook-signature': {
    description:
      '`v1,<base64>` by Standard Webhooks, for its libraries: the HMAC-SHA256 of the id, the timestamp and the raw ' +
      'body, joined by dots. The key is the part of the secret after `whsec_`, decoded from base64.',
    schema: { type: 'string', pattern: '^v1,' },
  },
};

const eventParameters: Record<string, JsonObject> = Object.fromEntries([
  ...toParameters('X-Service'),
  ...Object.entries(standardHeaders).map(([name, header]) => [
    `Standard${name.slice('webhook'.length).replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())}`,
    { name, in: 'header', required: true, ...header },
  ]),
  ...toParameters('X-Legacy', ' Sent under this retired name too; read one set of headers.'),
]);

const responses = {
  '2XX': { description: 'The event was received. Respond within five seconds and do slow work afterwards.' },
  '4XX': { description: 'The event is not delivered again, except after a 408 or 429.' },
  '5XX': { description: 'The event is delivered again, up to five attempts in total.' },
};

const eventsTag = {
  name: 'events',
  description:
    'What we POST to your webhooks. Delivery is at least once and unordered: verify the signature, ignore ids that you ' +
    'have processed, and respond with any 2xx.',
};

const buildWebhooks = (): JsonObject =>
  Object.fromEntries(eventNames.map((name) => [name, { post: buildDelivery(documentEvent(name)) }]));

const buildDelivery = ({ schema, examples, ...texts }: ReturnType<typeof documentEvent>): JsonObject => ({
  operationId: texts.operationId,
  tags: [eventsTag.name],
  summary: texts.summary,
  description: texts.description,
  security: [],
  parameters: Object.keys(eventParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: componentRef(schema) }, examples } },
  },
  responses,
});

const docs: Record<string, ComponentDoc> = Object.assign(
  {},
  ...Object.values(apiAreas).map(({ components }) => components),
  eventComponents,
  pageComponents,
  errorComponents,
);

/** The schemas of requests allow what the service accepts; a default means that a field may be left out. */
const buildComponentSchemas = (): Record<string, JsonObject> => {
  const zodSchemas = Object.fromEntries(Object.entries(docs).map(([name, { schema }]) => [name, schema]));
  const schemas = toComponentSchemas(zodSchemas, 'input');
  return Object.fromEntries(
    Object.entries(docs)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, doc]) => [name, describeComponent(name, { ...schemas[name] }, doc)]),
  );
};

const describeComponent = (name: string, { properties, ...schema }: JsonObject, doc: ComponentDoc): JsonObject => ({
  description: doc.description,
  ...referToEnums(name, schema),
  ...(properties ? { properties: describeProperties(name, properties, doc) } : {}),
});

const describeProperties = (name: string, properties: unknown, { fields }: ComponentDoc): JsonObject =>
  referToEnums(name, describeFields(name, properties as Record<string, JsonObject>, fields));

/** Generators would otherwise name the same list of values after each field that has it. */
const referToEnums = (name: string, schema: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(schema), (_, value) => {
    const enumName = enumNames.get(JSON.stringify(value?.enum));
    if (enumName === undefined || enumName === name) return value;
    const { type, enum: values, ...rest } = value;
    return { $ref: componentRef(enumName), ...rest };
  });

const enumNames = new Map(
  Object.entries(docs).flatMap(([name, { schema }]) => {
    const { def } = schema._zod as { def: { entries?: Record<string, string> } };
    return def.entries ? [[JSON.stringify(Object.values(def.entries)), name] as const] : [];
  }),
);
