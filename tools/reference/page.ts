import { toClientSetUp } from '../../functions/model/samples.ts';
import { type ApiDocument, listRoutes, type Response, resolve, type Schema } from './api-document.ts';
import { type Guide, viewGuideLinks } from './guides.ts';
import { type Child, code, element, type Html, inline, link, markdown } from './html.ts';
import { listErrors, type OperationView, viewCode, viewOperation } from './operation-view.ts';
import { viewSchema } from './schema-view.ts';

export interface Page {
  file: string;
  title: string;
  content: Child[];
}

/** The start, one page for each area, and the errors. A link to an id may be written as if all were one page. */
export const buildPages = (document: ApiDocument, guides: readonly Guide[]): Page[] => {
  const schemas = assignSchemas(document);
  const areas = document.tags.map(({ name, description }) => ({
    file: `${name}.html`,
    title: toTitle(name),
    content: [
      element('h1', {}, toTitle(name)),
      element('p', {}, ...inline(description)),
      viewGuides(guides, name),
      ...listViews(document, name).map((view) => viewOperation(document, view)),
      viewSchemas(document, schemas.get(name) ?? []),
    ],
  }));
  const errors = {
    file: 'errors.html',
    title: 'Errors',
    content: [...viewErrors(document, guides), viewSchemas(document, schemas.get('errors') ?? [])],
  };
  const start = { file: 'index.html', title: 'Start', content: viewStart(document) };
  return [start, ...areas, errors, { file: guidesFile, title: 'Guides', content: viewAllGuides(guides) }];
};

export const listViews = (document: ApiDocument, tag: string): OperationView[] => [
  ...listRoutes(document, tag).map((route) => ({
    label: `${route.method} ${route.path}`,
    operation: route.operation,
    route,
  })),
  ...Object.entries(document.webhooks)
    .filter(([, { post }]) => post.tags[0] === tag)
    .map(([name, { post }]) => ({ label: name, operation: post })),
];

const toTitle = (tag: string): string =>
  tag === 'openapi' ? 'OpenAPI' : `${tag.slice(0, 1).toUpperCase()}${tag.slice(1)}`;

/** A schema is on the page of the first area that uses it, and those of failures are beside the errors. */
export const assignSchemas = ({ tags, components, ...document }: ApiDocument): Map<string, string[]> => {
  const left = new Set(Object.keys(components.schemas).filter((name) => !name.startsWith('ApiError')));
  const take = (node: unknown): string[] =>
    [...JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name = '']) =>
      left.delete(name) ? [name, ...take(components.schemas[name] satisfies Schema | undefined)] : [],
    );
  const all = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) =>
    Object.values(methods),
  );
  const assigned = tags.map(({ name }) => [name, take(all.filter((operation) => operation.tags[0] === name))] as const);
  const errors = Object.keys(components.schemas).filter((name) => name.startsWith('ApiError') || left.has(name));
  return new Map([...assigned, ['errors', errors]]);
};

const viewSchemas = ({ components }: ApiDocument, names: readonly string[]): Child =>
  names.length === 0
    ? undefined
    : [
        element('h2', { id: 'schemas' }, 'Schemas'),
        ...names.map((name) => viewSchema(name, components.schemas[name] ?? {})),
      ];

const viewGuides = (guides: readonly Guide[], area: string): Child => {
  const chosen = guides.filter(({ areas }) => areas.includes(area));
  return chosen.length === 0 ? undefined : element('div', { class: 'guides' }, 'Guides:', viewGuideLinks(chosen));
};

const guidesFile = 'guides.html';

const viewAllGuides = (guides: readonly Guide[]): Child[] => [
  element('h1', {}, 'Guides'),
  ...guides.map(({ file, title, content: [, lead] }) =>
    element('section', {}, element('h2', {}, link(file, title)), lead),
  ),
];

const viewStart = ({ info, components }: ApiDocument): Child[] => [
  element('h1', {}, `${info.title} API, version ${info.version}`),
  ...markdown(info.description),
  element('p', {}, ...inline(components.securitySchemes.apiKey.description)),
  element('h2', {}, 'Samples'),
  element(
    'p',
    {},
    ...inline(
      'Each operation has a sample for curl and one for the client. They read the base URL, which ends in `/v1`, and the key from variables.',
    ),
  ),
  viewCode('export BASE_URL=http://127.0.0.1:4000/v1 API_KEY=svc_live_…', 'curl'),
  viewCode(toClientSetUp('process.env.BASE_URL'), 'client'),
  element('h2', {}, 'For programs'),
  element(
    'p',
    {},
    link('postman.json', 'Postman collection'),
    ', ',
    link('llms.txt', 'llms.txt'),
    ...inline(', and `GET /openapi.json` of the API, which needs no key.'),
  ),
  element('h2', {}, 'Response headers'),
  element(
    'dl',
    {},
    ...Object.entries(components.headers).flatMap(([name, { description }]) => [
      element('dt', { id: `header-${name}` }, code(name)),
      element('dd', {}, ...inline(description)),
    ]),
  ),
];

const viewErrors = (document: ApiDocument, guides: readonly Guide[]): Child[] => {
  const found = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .flatMap(([status, response]) =>
      listErrors(resolve<Response>(document, response)).map((error) => ({ ...error, status })),
    );
  const { examples } = document.components;
  const codes = document.components.schemas['ApiErrorCode']?.enum ?? [];
  return [
    element('h1', {}, 'Errors'),
    element(
      'p',
      {},
      ...inline('Every failure is `{ "error": { "code", "message" } }`. Branch on `code`, which is stable.'),
    ),
    viewGuides(guides, 'errors'),
    ...codes.map(String).map((name) => {
      const uses = found.filter((error) => error.name === name);
      // Only the scope differs from operation to operation.
      const meanings = uses.map(({ status, meaning }) => `${status}: ${meaning.replace(/ `\w+:\w+`/, '')}`);
      return element(
        'section',
        { id: `error-${name}` },
        element('h2', {}, code(name)),
        element('ul', {}, ...[...new Set(meanings)].map((text) => element('li', {}, ...inline(text)))),
        viewCode(JSON.stringify(examples[name]?.value, null, 2), 'json'),
      );
    }),
  ];
};

export const viewPage = (
  document: ApiDocument,
  pages: readonly Page[],
  guides: readonly Guide[],
  { file, title, content }: Page,
): string => {
  const name = `${document.info.title} API`;
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('title', {}, `${title} · ${name}`),
      element('link', { rel: 'stylesheet', href: 'reference.css' }),
      element('link', { rel: 'icon', href: 'data:,' }),
      element('script', { src: 'reference.js', defer: '' }),
    ),
    element(
      'body',
      {},
      element(
        'header',
        {},
        element('button', { type: 'button', class: 'menu', popovertarget: 'menu' }, 'Menu'),
        link('index.html', name),
        element('a', { id: 'to-dashboard', href: '/', hidden: '' }, 'Dashboard'),
        viewSearch(),
        viewLanguages(),
      ),
      viewNavigation(document, pages, guides, file),
      element('main', {}, ...content),
    ),
  );
  return `<!doctype html>\n${page.html}\n`;
};

/** The search needs the script, so it is hidden until that runs. */
const viewSearch = (): Html =>
  element(
    'search',
    { hidden: '' },
    element('input', {
      type: 'search',
      'aria-label': 'Search operations, fields, errors and guides',
      placeholder: 'Search operations, fields, errors',
      autocomplete: 'off',
      'aria-controls': 'results',
    }),
    element('div', { id: 'results', role: 'status' }),
  );

const viewLanguages = (): Html =>
  element(
    'div',
    { class: 'languages', role: 'group', 'aria-label': 'Samples for', hidden: '' },
    element('button', { type: 'button', value: 'curl' }, 'curl'),
    element('button', { type: 'button', value: 'client' }, 'TypeScript'),
  );

/** On a phone the menu is a popover, which needs no script. */
const viewNavigation = (
  document: ApiDocument,
  pages: readonly Page[],
  guides: readonly Guide[],
  current: string,
): Html => {
  const entry = (file: string, title: string, ...children: Child[]) => {
    const mark: Record<string, string> = file === current ? { 'aria-current': 'page' } : {};
    return element('li', {}, element('a', { href: file, ...mark }, title), ...children);
  };
  return element(
    'nav',
    { id: 'menu', popover: '', 'aria-label': 'Reference' },
    element(
      'ul',
      {},
      ...pages
        .filter(({ file }) => file !== guidesFile)
        .map(({ file, title }) => {
          const views = file === current ? listViews(document, file.replace('.html', '')) : [];
          const links = views.map(({ operation: { operationId, summary } }) =>
            element('li', {}, link(`#${operationId}`, summary)),
          );
          return entry(file, title, links.length === 0 ? undefined : element('ul', {}, ...links));
        }),
    ),
    element('p', {}, link(guidesFile, 'Guides')),
    element('ul', {}, ...guides.map(({ file, title }) => entry(file, title))),
    element('p', {}, link('/', 'Dashboard')),
  );
};
