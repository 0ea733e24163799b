import { toCurl, toLiteral } from '../../functions/model/samples.ts';
import { getOperationDoc } from '../openapi/areas.ts';
import {
  type ApiDocument,
  findSuccess,
  listExamples,
  type Parameter,
  type Route,
  refName,
  resolve,
} from './api-document.ts';

export interface Sample {
  title: string;
  body: unknown;
  curl: string;
  /** Undefined for an operation that the client does not have. */
  client: string | undefined;
}

/** One for each example of the request, all of which are tested. */
export const buildSamples = (document: ApiDocument, route: Route): Sample[] => {
  const media = route.operation.requestBody?.content['application/json'];
  const examples = media ? listExamples(document, media) : [{ summary: 'Example', value: undefined }];
  return examples.map(({ summary, value }) => ({
    title: summary,
    body: value,
    curl: buildCurl(document, route, value),
    client: buildClientCall(document, route, value),
  }));
};

const buildCurl = (document: ApiDocument, { method, path, operation }: Route, body: unknown): string => {
  const parameters = operation.parameters.map((entry) => resolve<Parameter>(document, entry));
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return toCurl({
    method,
    baseUrl: '$BASE_URL',
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) => findPathValue(document, path, name)),
    query: Object.fromEntries(required.map(({ name, schema }) => [name, String(schema.enum?.[0])])),
    ...(operation.security ? { key: null } : {}),
    body,
  });
};

/** The id that the examples of the same resource show. */
const findPathValue = (document: ApiDocument, path: string, name: string): string => {
  const end = path.indexOf(`{${name}}`) + name.length + 2;
  const resource = document.paths[path.slice(0, end)]?.['get'];
  const data = Object(Object(resource && findSuccess(resource).example)['data']);
  const known: unknown = data[name] ?? data.id ?? data.message_id;
  if (typeof known === 'string') return known;
  const parameters = Object.values(document.paths[path] ?? {}).flatMap((operation) => operation.parameters);
  const parameter = parameters.map((entry) => resolve<Parameter>(document, entry)).find((entry) => entry.name === name);
  return String(parameter?.schema.examples?.[0]);
};

const buildClientCall = (document: ApiDocument, { path, operation }: Route, body: unknown): string | undefined => {
  const { client } = getOperationDoc({ area: operation.tags[0], operationId: operation.operationId });
  if (!client) return undefined;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => findPathValue(document, path, name));
  const argument = client.isHandWritten && client.sample !== undefined ? client.sample : body;
  const args = [...ids, ...(argument === undefined ? [] : [argument])].map((value) => toLiteral(value));
  const call = `client.${client.call}(${args.join(', ')})`;
  const { data } = findSuccess(operation).schema?.properties ?? {};
  const name = toVariable(data?.items?.$ref ?? data?.$ref);
  return data?.items ? `for await (const ${name} of ${call}) console.log(${name});` : `const ${name} = await ${call};`;
};

const toVariable = ($ref: string | undefined): string => {
  const name = $ref === undefined ? 'page' : refName($ref);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};
