import { getOperationDoc } from '../openapi/areas.ts';
import {
  type ApiDocument,
  listExamples,
  listRoutes,
  type Parameter,
  type Response,
  type Route,
  refName,
  resolve,
  type Schema,
} from '../reference/api-document.ts';
import { toComment, toQueryName } from './types.ts';

/** The plain methods of the client, as the source of a module: a class for each resource. */
export const writeCalls = (document: ApiDocument): string => {
  const methods = document.tags
    .flatMap(({ name }) => listRoutes(document, name))
    .flatMap((route) => buildMethod(document, route));
  const types = [...new Set(methods.flatMap((method) => method.types))];
  const classes = Object.entries(Object.groupBy(methods, ({ resource }) => resource)).map(
    ([resource, own = []]) =>
      `export class ${resource.charAt(0).toUpperCase()}${resource.slice(1)}Calls extends Resource {\n` +
      `${own.map(({ code }) => code).join('\n')}}\n`,
  );
  return `// Generated from the texts of the operations by \`npm run sdk\`. Change texts.ts of the area instead.

import type { ${types.sort(compareNames).join(', ')} } from './api-types.ts';
import type { List } from './list.ts';
import { Resource, toPath } from './resource.ts';
import type { CallOptions } from './transport.ts';

${classes.join('\n')}`;
};

/** In the order that the linter asks for. */
const compareNames = (left: string, right: string): number => (left.toLowerCase() < right.toLowerCase() ? -1 : 1);

interface Method {
  resource: string;
  code: string;
  /** The types that it names. */
  types: string[];
}

const buildMethod = (document: ApiDocument, route: Route): Method[] => {
  const { method, path, operation } = route;
  const { client } = getOperationDoc({ area: operation.tags[0], operationId: operation.operationId });
  if (!client || client.isHandWritten) return [];
  const [resource = '', name = ''] = client.call.split('.');
  const parameters = operation.parameters.map((entry) => resolve<Parameter>(document, entry));
  const body = findBody(document, route);
  const query = parameters.some((parameter) => parameter.in === 'query')
    ? toQueryName(operation.operationId)
    : undefined;
  const { type, isList } = findResult(document, route);
  const args = [
    ...parameters.flatMap((parameter) => (parameter.in === 'path' ? `${toCamelCase(parameter.name)}: string` : [])),
    ...(body ? [`body: ${body.type}${body.mayBeEmpty ? ' = {}' : ''}`] : []),
    ...(query ? [`query?: ${query}`] : []),
    'options?: CallOptions',
  ];
  const fields = [...(body ? ['body'] : []), ...(query ? ['query'] : []), 'options'];
  const result = isList
    ? `this.listOf(${toPathCode(path)}, { ${fields.join(', ')} })`
    : `this.call('${method}', ${toPathCode(path)}, { ${fields.join(', ')} })`;
  const code = `${toComment(client.comment, '  ')}  ${name}(${args.join(', ')}): ${isList ? 'List' : 'Promise'}<${type}> {
    return ${result};
  }
`;
  return [{ resource, code, types: [...type.split(' | '), ...(body ? [body.type] : []), ...(query ? [query] : [])] }];
};

/** An empty example says that the body may be left out. */
const findBody = (document: ApiDocument, { operation }: Route) => {
  const media = operation.requestBody?.content['application/json'];
  if (!media?.schema.$ref) return undefined;
  const examples = listExamples(document, media).map(({ value }) => Object.keys(Object(value)));
  const mayBeEmpty = operation.requestBody?.required === false || examples.some((names) => names.length === 0);
  return { type: refName(media.schema.$ref), mayBeEmpty };
};

const findResult = (document: ApiDocument, { operation }: Route): { type: string; isList: boolean } => {
  const data = Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(
      ([, response]) => resolve<Response>(document, response).content?.['application/json'].schema.properties?.['data'],
    );
  const types = data.map((schema: Schema | undefined) => schema?.items?.$ref ?? schema?.$ref);
  const names = types.filter((type) => type !== undefined).map(refName);
  if (names.length === 0 || names.length < types.length)
    throw new Error(`${operation.operationId} has no "data" of a named schema: write its method by hand.`);
  return { type: [...new Set(names)].join(' | '), isList: data.some((schema) => schema?.items !== undefined) };
};

const toPathCode = (path: string): string =>
  path.includes('{')
    ? `toPath\`${path.replaceAll(/\{(\w+)\}/g, (_, name) => `\${${toCamelCase(name)}}`)}\``
    : `'${path}'`;

const toCamelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
