import {
  type ApiDocument,
  type Operation,
  type Parameter,
  refName,
  resolve,
  type Schema,
} from '../reference/api-document.ts';

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

const listOperations = (paths: Record<string, Record<string, Operation>>): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

const writeQuery = ({ operationId, parameters }: Operation, document: ApiDocument): string[] => {
  const query = parameters
    .map((entry) => resolve<Parameter>(document, entry))
    .filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [];
  const properties = query.map(({ name, description, schema }) =>
    toProperty(name, { description, ...schema }, false, '  '),
  );
  return [`export interface ${toQueryName(operationId)} {\n${properties.join('')}}\n`];
};

export const toQueryName = (operationId: string): string =>
  `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;

const writeEvents = ({ webhooks }: ApiDocument): string => {
  const bodies = listOperations(webhooks).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  const names = bodies.map(({ schema }) => toType(schema));
  return `/** The body of a webhook request. \`event\` tells the events apart. */\nexport type WebhookEvent = ${names.join(' | ')};\n`;
};

/** A JSON schema as a TypeScript type. Limits of length and range have no type; the API checks them. */
const toType = (schema: Schema, indent = ''): string => {
  if (schema.$ref) return refName(schema.$ref);
  if (schema.enum) return toUnion(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return toUnion(choices.map((choice) => toType(choice, indent)));
  if (Array.isArray(schema.type)) return toUnion(schema.type.map((type) => toType({ ...schema, type }, indent)));
  return toPlainType(schema, indent);
};

const toPlainType = (schema: Schema, indent: string): string => {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `Array<${schema.items ? toType(schema.items, indent) : 'unknown'}>`;
    case 'object':
      return toObject(schema, indent);
    default:
      return 'unknown';
  }
};

const widthMax = 120;

const toUnion = (types: string[]): string => [...new Set(types)].join(' | ');

const toObject = ({ properties, required = [], additionalProperties }: Schema, indent: string): string => {
  if (!properties) {
    const values = additionalProperties ? toType(additionalProperties, indent) : 'unknown';
    return `Record<string, ${values}>`;
  }
  return `{\n${Object.entries(properties)
    .map(([name, schema]) => toProperty(name, schema, required.includes(name), `${indent}  `))
    .join('')}${indent}}`;
};

const toProperty = (name: string, schema: Schema, isRequired: boolean, indent: string): string => {
  const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
  const property = `${key}${isRequired ? '' : '?'}: ${toType(schema, indent)};\n`;
  const comment = toComment(schema.description, indent);
  const oneLine = `${comment.trimEnd()} ${property}`;
  return comment && oneLine.length <= widthMax && !property.trimEnd().includes('\n')
    ? oneLine
    : `${comment}${indent}${property}`;
};

export const toComment = (description: string | undefined, indent: string): string =>
  description ? `${indent}/** ${description.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : '';
