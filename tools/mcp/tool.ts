import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type JsonSchema, type Operation, type Parameter, resolveReference } from './operations.ts';

export const toTool = (operation: Operation): Tool => ({
  name: operation.name,
  title: operation.summary,
  description: [`${operation.summary}.`, operation.description, `(${operation.method} ${operation.path})`]
    .filter((text) => text !== '')
    .join('\n\n'),
  inputSchema: buildInputSchema(operation),
  annotations: annotate(operation),
});

/** A header such as Idempotency-Key is the argument idempotency_key. */
export const toArgumentName = ({ name, in: place }: Parameter): string =>
  place === 'header' ? name.toLowerCase().replaceAll('-', '_') : name;

const buildInputSchema = ({ parameters, body }: Operation): Tool['inputSchema'] => {
  const properties = Object.fromEntries([
    ...parameters.map((parameter) => [toArgumentName(parameter), toProperty(parameter)]),
    ...(body ? [['body', useDefinitions(body)]] : []),
  ]);
  const required = [
    ...parameters.filter((parameter) => parameter.required).map(toArgumentName),
    ...(body ? ['body'] : []),
  ];
  const $defs = collectDefinitions(Object.values(properties));
  return { type: 'object', properties, required, ...(Object.keys($defs).length === 0 ? {} : { $defs }) };
};

const toProperty = ({ description, schema }: Parameter): JsonSchema => ({
  ...useDefinitions(schema),
  ...(description === undefined ? {} : { description }),
});

/** A tool's schema stands alone, so the components that it refers to become its own definitions. */
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

const annotate = ({ name, area, method }: Operation): Tool['annotations'] => ({
  readOnlyHint: method === 'GET',
  destructiveHint: method === 'DELETE' || method === 'PATCH' || irreversible.includes(name),
  idempotentHint: method !== 'POST',
  openWorldHint: name === 'replyToConversation' || (openAreas.includes(area) && method !== 'GET'),
});
