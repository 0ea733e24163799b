import { type ApiDocument, listRoutes } from './api-document.ts';
import { element, type Html, inline, link, markdown } from './html.ts';
import { type OperationView, viewOperation } from './operation-view.ts';
import { viewSchema } from './schema-view.ts';

/** One page without scripts, so it works under the dashboard's content security policy and from a disk. */
export const buildPage = (document: ApiDocument): string => {
  const { info } = document;
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('title', {}, `${info.title} API`),
      element('link', { rel: 'stylesheet', href: 'reference.css' }),
      element('link', { rel: 'icon', href: 'data:,' }),
    ),
    // On a phone the text comes first, and a link leads to the operations below it.
    element('body', {}, viewMain(document), viewNavigation(document)),
  );
  return `<!doctype html>\n${page.html}\n`;
};

const listViews = (document: ApiDocument, tag: string): OperationView[] => [
  ...listRoutes(document, tag).map(({ method, path, operation }) => ({ label: `${method} ${path}`, operation })),
  ...Object.entries(document.webhooks)
    .filter(([, { post }]) => post.tags[0] === tag)
    .map(([name, { post }]) => ({ label: name, operation: post })),
];

const toTitle = (tag: string): string =>
  tag === 'openapi' ? 'OpenAPI' : `${tag.slice(0, 1).toUpperCase()}${tag.slice(1)}`;

const viewNavigation = (document: ApiDocument): Html =>
  element(
    'nav',
    { 'aria-label': 'Operations', id: 'operations' },
    element('p', {}, link('#top', `${document.info.title} API`)),
    ...document.tags.flatMap(({ name }) => [
      element('p', {}, link(`#tag-${name}`, toTitle(name))),
      element(
        'ul',
        {},
        ...listViews(document, name).map(({ operation: { operationId, summary } }) =>
          element('li', {}, link(`#${operationId}`, summary)),
        ),
      ),
    ]),
    element('p', {}, link('#schemas', 'Schemas')),
  );

const viewMain = (document: ApiDocument): Html => {
  const { info, tags, components } = document;
  return element(
    'main',
    { id: 'top' },
    element('p', { class: 'to-operations' }, link('#operations', 'All operations')),
    element('h1', {}, `${info.title} API, version ${info.version}`),
    ...markdown(info.description),
    element('p', {}, ...inline(components.securitySchemes.apiKey.description)),
    element(
      'p',
      {},
      'For programs: ',
      link('postman.json', 'Postman collection'),
      ', ',
      link('llms.txt', 'llms.txt'),
      ...inline(', and `GET /openapi.json` of the API, which needs no key.'),
    ),
    ...tags.flatMap(({ name, description }) => [
      element('h2', { id: `tag-${name}` }, toTitle(name)),
      element('p', {}, ...inline(description)),
      ...listViews(document, name).map((view) => viewOperation(document, view)),
    ]),
    element('h2', { id: 'schemas' }, 'Schemas'),
    ...Object.entries(components.schemas).map(([name, schema]) => viewSchema(name, schema)),
  );
};
