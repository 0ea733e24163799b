import {
  type ApiDocument,
  type Header,
  listExamples,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  resolve,
} from './api-document.ts';
import { type Child, code, element, type Html, inline, markdown } from './html.ts';
import { type Row, toRows, viewRows, viewType } from './schema-view.ts';

export interface OperationView {
  /** What comes before the summary, such as GET /me. */
  label: string;
  operation: Operation;
}

export const viewOperation = (document: ApiDocument, { label, operation }: OperationView): Html => {
  const { operationId, summary, description, requestBody, responses } = operation;
  return element(
    'section',
    { id: operationId, class: 'operation' },
    element('h3', {}, summary),
    element('p', { class: 'route' }, code(label)),
    ...markdown(description),
    viewRows(`Parameters of ${operationId}`, listParameters(document, operation)),
    requestBody
      ? viewContent(document, `Request of ${operationId}`, requestBody.content['application/json'])
      : undefined,
    element('h4', {}, 'Responses'),
    ...Object.entries(responses).map(([status, response]) =>
      viewResponse(document, operationId, status, resolve<Response>(document, response)),
    ),
  );
};

const listParameters = (document: ApiDocument, { parameters }: Operation): Row[] =>
  parameters
    .map((entry) => resolve<Parameter>(document, entry))
    .map(({ name, in: location, required = false, description, schema }) => ({
      name,
      note: required ? `${location}, required` : location,
      schema,
      description,
    }));

const viewContent = (document: ApiDocument, title: string, media: MediaType): Html => {
  const { schema } = media;
  const resolved = resolve(document, schema);
  const isUnion = (resolved.anyOf ?? resolved.oneOf) !== undefined;
  return element(
    'div',
    {},
    element('h4', {}, 'Request'),
    element('p', {}, 'Body: ', ...viewType(schema), ...(isUnion ? [', one of ', ...viewType(resolved)] : []), '.'),
    viewRows(title, toRows(resolved)),
    ...viewExamples(document, media),
  );
};

const viewExamples = (document: ApiDocument, media: MediaType): Html[] =>
  listExamples(document, media).map(({ summary, value }) =>
    element('details', {}, element('summary', {}, summary), element('pre', {}, code(JSON.stringify(value, null, 2)))),
  );

const viewResponse = (document: ApiDocument, operationId: string, status: string, response: Response): Html => {
  const { description, headers = {}, content } = response;
  const media = content?.['application/json'];
  return element(
    'details',
    { class: 'response' },
    element('summary', {}, element('strong', {}, status), ' ', ...inline(firstLine(description))),
    ...description
      .split('\n\n')
      .slice(1)
      .map((text) => element('p', {}, ...inline(text))),
    viewRows(
      `Fields of the ${status} response of ${operationId}`,
      media ? toRows(resolve(document, media.schema)) : [],
    ),
    viewHeaders(document, headers),
    ...(media ? viewExamples(document, media) : []),
  );
};

const firstLine = (text: string): string => text.split('\n\n')[0] ?? '';

const viewHeaders = (document: ApiDocument, headers: NonNullable<Response['headers']>): Child => {
  const names = Object.keys(headers);
  if (names.length === 0) return undefined;
  const items = Object.entries(headers).map(([name, header]) =>
    element('li', {}, code(name), ' ', ...inline(resolve<Header>(document, header).description)),
  );
  return element('div', {}, element('p', {}, 'Headers:'), element('ul', {}, ...items));
};
