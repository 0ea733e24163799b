import {
  type ApiDocument,
  type Example,
  listExamples,
  listRoutes,
  type Operation,
  type Parameter,
  type Route,
  resolve,
} from './api-document.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A collection of Postman's format 2.1, with one request for each example of an operation. */
export const buildCollection = (document: ApiDocument): object => ({
  info: { name: `${document.info.title} API`, description: document.info.description, schema },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
  variable: [
    { key: 'baseUrl', value: 'http://127.0.0.1:4000/v1' },
    { key: 'apiKey', value: '' },
  ],
  item: document.tags.flatMap(({ name, description }) => {
    const item = listRoutes(document, name).flatMap((route) => buildRequests(document, route));
    return item.length === 0 ? [] : [{ name, description, item }];
  }),
});

const buildRequests = (document: ApiDocument, route: Route): object[] => {
  const { requestBody, summary } = route.operation;
  if (!requestBody) return [buildRequest(document, route, summary, undefined)];
  const examples = listExamples(document, requestBody.content['application/json']);
  return examples.map((example) =>
    buildRequest(document, route, examples.length === 1 ? summary : `${summary}: ${example.summary}`, example),
  );
};

const buildRequest = (
  document: ApiDocument,
  { method, path, operation }: Route,
  name: string,
  example: Example | undefined,
): object => ({
  name,
  request: {
    method,
    description: operation.description,
    ...(operation.security ? { auth: { type: 'noauth' } } : {}),
    header: [
      ...(example ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...listParameters(document, operation, 'header').map(toOptional),
    ],
    url: buildUrl(document, path, operation),
    ...(example ? { body: { mode: 'raw', raw: JSON.stringify(example.value, null, 2), options: jsonBody } } : {}),
  },
});

const jsonBody = { raw: { language: 'json' } };

const buildUrl = (document: ApiDocument, path: string, operation: Operation): object => {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.+)\}$/, ':$1'));
  return {
    raw: ['{{baseUrl}}', ...segments].join('/'),
    host: ['{{baseUrl}}'],
    path: segments,
    query: listParameters(document, operation, 'query').map(toOptional),
    variable: listParameters(document, operation, 'path').map(({ name, description }) => ({
      key: name,
      value: '',
      description,
    })),
  };
};

const listParameters = (document: ApiDocument, { parameters }: Operation, location: Parameter['in']): Parameter[] =>
  parameters.map((entry) => resolve<Parameter>(document, entry)).filter((parameter) => parameter.in === location);

/** Present for the reader, and not sent until it is switched on. */
const toOptional = ({ name, description }: Parameter): object => ({
  key: name,
  value: '',
  description,
  disabled: true,
});
