import {
  type ApiDocument,
  listExamples,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  type Route,
  resolve,
} from './api-document.ts';
import { type Child, code, element, type Html, inline, link, markdown } from './html.ts';
import { buildSamples, type Sample } from './samples.ts';
import { type Row, toRows, viewRows, viewType } from './schema-view.ts';

export interface OperationView {
  /** The text before the summary, such as GET /me. */
  label: string;
  operation: Operation;
  /** Undefined for an event, which we send. */
  route?: Route;
}

export const viewOperation = (document: ApiDocument, { label, operation, route }: OperationView): Html => {
  const { operationId, summary, description, requestBody, responses } = operation;
  const media = requestBody?.content['application/json'];
  const outcomes = Object.entries(responses).map(([status, response]) => ({
    status,
    response: resolve<Response>(document, response),
  }));
  return element(
    'section',
    { id: operationId, class: 'operation' },
    element('h2', {}, summary),
    element('p', { class: 'route' }, code(label)),
    ...markdown(description),
    ...(route ? buildSamples(document, route).map(viewSample) : media ? viewExamples(document, media) : []),
    viewRows(`Parameters of ${operationId}`, listParameters(document, operation)),
    media ? viewContent(document, `Request of ${operationId}`, media) : undefined,
    element('h3', {}, 'Responses'),
    ...outcomes
      .filter(({ status }) => !isError(status))
      .map(({ status, response }) => viewResponse(document, operationId, status, response)),
    viewErrors(outcomes.filter(({ status }) => isError(status))),
  );
};

const isError = (status: string): boolean => Number(status) >= 400;

const viewSample = ({ title, curl, client }: Sample, position: number): Html =>
  element(
    'details',
    position === 0 ? { open: '' } : {},
    element('summary', {}, title),
    viewCode(curl, client === undefined ? 'shell' : 'curl'),
    client === undefined ? undefined : viewCode(client, 'client'),
  );

export const viewCode = (text: string, language: string): Html =>
  element('pre', { 'data-language': language, tabindex: '0' }, code(text));

/** Each code is explained once, on its own page. */
const viewErrors = (outcomes: { status: string; response: Response }[]): Child => {
  if (outcomes.length === 0) return undefined;
  const items = outcomes.flatMap(({ status, response }) => listErrors(response).map(({ name }) => ({ status, name })));
  return element(
    'p',
    { class: 'errors' },
    'Errors: ',
    ...items.flatMap(({ status, name }, position) => [
      position === 0 ? '' : ', ',
      `${status} `,
      link(`#error-${name}`, code(name)),
    ]),
    '.',
  );
};

/** The codes of a response with their meanings, as its description lists them. */
export const listErrors = ({ description }: Response): { name: string; meaning: string }[] =>
  description.split('\n\n').flatMap((text) => {
    const [, name, meaning = ''] = /^`(\w+)`: (.+)$/s.exec(text) ?? [];
    return name === undefined ? [] : [{ name, meaning }];
  });

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
    element('h3', {}, 'Request'),
    element('p', {}, 'Body: ', ...viewType(schema), ...(isUnion ? [', one of ', ...viewType(resolved)] : []), '.'),
    viewRows(title, toRows(resolved)),
  );
};

const viewExamples = (document: ApiDocument, media: MediaType): Html[] =>
  listExamples(document, media).map(({ summary, value }) =>
    element('details', {}, element('summary', {}, summary), viewCode(JSON.stringify(value, null, 2), 'json')),
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
    viewHeaders(headers),
    ...(media ? viewExamples(document, media) : []),
  );
};

const firstLine = (text: string): string => text.split('\n\n')[0] ?? '';

const viewHeaders = (headers: NonNullable<Response['headers']>): Child => {
  const names = Object.keys(headers);
  if (names.length === 0) return undefined;
  const links = names.flatMap((name, index) => [index === 0 ? '' : ', ', link(`#header-${name}`, code(name))]);
  return element('p', {}, 'Headers: ', ...links, '.');
};
