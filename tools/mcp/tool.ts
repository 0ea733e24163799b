import packageJson from '../../sdk/package.json' with { type: 'json' };
import type { ApiTool, ApiTools } from '../../sdk/src/mcp/serve.ts';
import { type JsonSchema, type Operation, operations, type Parameter, resolveReference } from './operations.ts';

/** Every operation that needs a key, as the client's package offers it to assistants. */
export const buildTools = (): ApiTools => ({ version: packageJson.version, tools: operations.map(toTool) });

const toTool = (operation: Operation): ApiTool => ({
  area: operation.area,
  method: operation.method,
  path: operation.path,
  query: operation.parameters.flatMap(({ name, in: place }) => (place === 'query' ? name : [])),
  hasBody: operation.body !== undefined,
  tool: {
    name: operation.name,
    title: operation.summary,
    description: [`${operation.summary}.`, operation.description, `(${operation.method} ${operation.path})`]
      .filter((text) => text !== '')
      .join('\n\n'),
    inputSchema: buildInputSchema(operation),
    outputSchema: buildOutputSchema(operation),
    annotations: annotate(operation),
  },
});

/** A header such as Idempotency-Key is the argument idempotency_key. */
const toArgumentName = ({ name, in: place }: Parameter): string =>
  place === 'header' ? name.toLowerCase().replaceAll('-', '_') : name;

const buildInputSchema = ({ parameters, body }: Operation): JsonSchema => {
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
const buildOutputSchema = ({ results }: Operation): JsonSchema => {
  const [first = {}, ...others] = results.map(useDefinitions);
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

const toProperty = ({ description, schema }: Parameter): JsonSchema => ({
  ...useDefinitions(schema),
  ...(description === undefined ? {} : { description }),
});

const useDefinitions = (schema: unknown): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/'));

const collectDefinitions = (schemas: unknown, known: Record<string, JsonSchema> = {}): Record<string, JsonSchema> => {
  for (const [, name = ''] of JSON.stringify(schemas).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
    if (name in known) continue;
    known[name] = useDefinitions(resolveReference(`#/components/schemas/${name}`));
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

const annotate = ({ name, area, method }: Operation) => ({
  readOnlyHint: method === 'GET',
  destructiveHint: method === 'DELETE' || method === 'PATCH' || irreversible.includes(name),
  idempotentHint: method !== 'POST',
  openWorldHint: name === 'replyToConversation' || (openAreas.includes(area) && method !== 'GET'),
});
