import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildTools } from '../mcp/tool.ts';
import {
  type ApiDocument,
  type Operation,
  type Parameter,
  refName,
  resolve,
  type Schema,
} from '../reference/api-document.ts';

const usage = `Usage: npm run sdk [-- --check | --build]

Writes the types of the client, sdk/src/api-types.ts, from the OpenAPI document.

  --check   write nothing; fail if the file is not current
  --build   compile the package into sdk/dist as well
`;

const typesPath = 'sdk/src/api-types.ts';

export const main = (argv: readonly string[]): number => {
  const [option, ...others] = argv;
  if (others.length > 0 || (option !== undefined && !['--check', '--build'].includes(option))) {
    process.stderr.write(usage);
    return option === '--help' ? 0 : 2;
  }
  const types = format(
    writeApiTypes(JSON.parse(readFileSync('functions/operations/openapi/openapi.json', 'utf8')) as ApiDocument),
  );
  if (option === '--check') return check(types);
  writeFileSync(typesPath, types);
  process.stdout.write(`Wrote ${typesPath}.\n`);
  return option === '--build' ? build() : 0;
};

const check = (types: string): number => {
  if (readFileSync(typesPath, 'utf8') === types) {
    process.stdout.write("The client's types are current.\n");
    return 0;
  }
  process.stderr.write(`${typesPath} is not current. Run "npm run sdk" and commit the result.\n`);
  return 1;
};

const format = (source: string): string => {
  const { status, stdout, stderr } = spawnSync(
    'node_modules/.bin/biome',
    ['format', `--stdin-file-path=${typesPath}`],
    { input: source, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The types could not be formatted: ${stderr}`);
  return stdout;
};

const build = (): number => {
  rmSync('sdk/dist', { recursive: true, force: true });
  for (const config of ['build', 'cjs']) {
    const args = ['node_modules/typescript/bin/tsc', '-p', `sdk/tsconfig.${config}.json`];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  writeFileSync('sdk/dist/cjs/package.json', '{ "type": "commonjs" }\n');
  writeFileSync('sdk/dist/mcp/tools.json', JSON.stringify(buildTools()));
  // npm packs only what is in the package's folder.
  copyFileSync('LICENSE', 'sdk/LICENSE');
  process.stdout.write('Built sdk/dist.\n');
  return 0;
};

/** The types of the client, as the source of a module: every named schema, the queries of lists, and the events. */
const writeApiTypes = (document: ApiDocument): string =>
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
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
  return [`export interface ${name} {\n${properties.join('')}}\n`];
};

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

const toComment = (description: string | undefined, indent: string): string =>
  description ? `${indent}/** ${description.replaceAll('*/', '*\\/').replace(/\s+/g, ' ')} */\n` : '';
