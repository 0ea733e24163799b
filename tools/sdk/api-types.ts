import { type Schema, toComment, toProperty, toType } from './types.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** The types of the client, as the source of a module: every named schema, the queries of lists, and the events. */
export const writeApiTypes = (document: ApiDocument): string =>
  [
    '// Generated from the OpenAPI document by `npm run sdk`. Change the contracts instead.\n',
    ...Object.entries(document.components.schemas).map(([name, schema]) => writeNamedType(name, schema)),
    ...listOperations(document.paths).flatMap((operation) => writeQuery(operation, document)),
    writeEvents(document),
  ].join('\n');

const writeNamedType = (name: string, schema: Schema): string => {
  const declaration = schema.properties
    ? `export interface ${name} ${toType(schema)}`
    : `export type ${name} = ${toType(schema)};`;
  return `${toComment(schema.description, '')}${declaration}\n`;
};

const listOperations = (paths: ApiDocument['paths']): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

const writeQuery = ({ operationId, parameters = [] }: Operation, { components }: ApiDocument): string[] => {
  const query = parameters
    .map((parameter) => (parameter.$ref ? components.parameters[lastPart(parameter.$ref)] : parameter))
    .filter((parameter) => parameter?.in === 'query');
  if (query.length === 0) return [];
  const properties = query.map((parameter) =>
    parameter
      ? toProperty(parameter.name, { description: parameter.description ?? '', ...parameter.schema }, false, '  ')
      : '',
  );
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
  return [`export interface ${name} {\n${properties.join('')}}\n`];
};

const writeEvents = ({ webhooks }: ApiDocument): string => {
  const bodies = listOperations(webhooks).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  const names = bodies.map(({ schema }) => toType(schema));
  return `/** The body of a webhook request. \`event\` tells the events apart. */\nexport type WebhookEvent = ${names.join(' | ')};\n`;
};

const lastPart = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
