import openapi from '../../functions/operations/openapi/openapi.json' with { type: 'json' };
import packageJson from '../../sdk/package.json' with { type: 'json' };
import type { ApiTool, ApiTools } from '../../sdk/src/mcp/serve.ts';
import {
  type ApiDocument,
  listRoutes,
  type Operation,
  type Parameter,
  type Response,
  type Route,
  resolve,
} from '../reference/api-document.ts';

type JsonSchema = Record<string, unknown>;

const document = openapi as unknown as ApiDocument;

/** Every operation that needs a key, as the client's package offers it to assistants. */
export const buildTools = (): ApiTools => ({
  version: packageJson.version,
  tools: document.tags
    .flatMap(({ name }) => listRoutes(document, name))
    .filter(({ operation }) => !operation.security)
    .map(toTool),
});

const toTool = (route: Route): ApiTool => {
  const { method, path, operation } = route;
  const { operationId: name, summary, description } = operation;
  const parameters = operation.parameters.map((entry) => resolve<Parameter>(document, entry));
  const body = operation.requestBody?.content['application/json'].schema;
  return {
    area: operation.tags[0],
    method: method as ApiTool['method'],
    path,
    query: parameters.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : [])),
    hasBody: body !== undefined,
    tool: {
      name,
      title: summary,
      description: [`${summary}.`, description, `(${method} ${path})`].filter((text) => text !== '').join('\n\n'),
      inputSchema: buildInputSchema(parameters, body),
      outputSchema: buildOutputSchema(operation),
      annotations: annotate(route),
    },
  };
};

/** A header such as Idempotency-Key is the argument idempotency_key. */
const toArgumentName = ({ name, in: place }: Parameter): string =>
  place === 'header' ? name.toLowerCase().replaceAll('-', '_') : name;

const buildInputSchema = (parameters: Parameter[], body: object | undefined): JsonSchema => {
  const properties = Object.fromEntries([
    ...parameters.map((parameter) => [toArgumentName(parameter), toProperty(parameter)]),
    ...(body ? [['body', useDefinitions(body)]] : []),
  ]);
  const required = [
    ...parameters.filter((parameter) => parameter.required).map(toArgumentName),
    ...(body ? ['body'] : []),
  ];
  return withDefinitions({ type: 'object', properties, required });
};

/** Texts are left out: assistants read the result itself, and all of them together would be half of what they are told. */
const buildOutputSchema = ({ responses }: Operation): JsonSchema => {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const results = successes.flatMap(([, response]) => {
    const schema = resolve<Response>(document, response).content?.['application/json'].schema;
    return schema ? [JSON.stringify(resolve(document, schema))] : [];
  });
  const [first = {}, ...others] = [...new Set(results)].map((text) => useDefinitions(JSON.parse(text)));
  const data = [first, ...others].map((schema) => Object(schema['properties']).data);
  const schema =
    others.length === 0 ? first : { type: 'object', required: ['data'], properties: { data: { anyOf: data } } };
  return JSON.parse(JSON.stringify(withDefinitions(schema)), (name, value) =>
    name === 'description' && typeof value === 'string' ? undefined : value,
  );
};

/** A tool's schema stands alone, so the components that it refers to become its own definitions. */
const withDefinitions = (schema: JsonSchema): JsonSchema => {
  const $defs = collectDefinitions(schema);
  return { ...schema, ...(Object.keys($defs).length === 0 ? {} : { $defs }) };
};

const toProperty = ({ description, schema }: Parameter): JsonSchema => ({ ...useDefinitions(schema), description });

const useDefinitions = (schema: unknown): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/'));

const collectDefinitions = (schemas: unknown, known: Record<string, JsonSchema> = {}): Record<string, JsonSchema> => {
  for (const [, name = ''] of JSON.stringify(schemas).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
    if (name in known) continue;
    known[name] = useDefinitions(document.components.schemas[name]);
    collectDefinitions(known[name], known);
  }
  return known;
};

/** Areas whose calls reach people or servers outside. */
const openAreas = ['messages', 'broadcasts', 'webhooks', 'deliveries'];

/**
 * Nothing that was sent can be taken back, receivers must learn a new secret, and an import may overwrite hundreds of
 * contacts, so these count as destructive, and assistants ask before them.
 */
const irreversible = [
  'sendMessage',
  'replyToConversation',
  'createBroadcast',
  'importContacts',
  'cancelBroadcast',
  'redeliverEvent',
  'recoverEvents',
  'rotateWebhookSecret',
];

const annotate = ({
  method,
  operation: {
    operationId: name,
    tags: [area],
  },
}: Route) => ({
  readOnlyHint: method === 'GET',
  destructiveHint: method === 'DELETE' || method === 'PATCH' || irreversible.includes(name),
  idempotentHint: method !== 'POST',
  openWorldHint: name === 'replyToConversation' || (openAreas.includes(area) && method !== 'GET'),
});
