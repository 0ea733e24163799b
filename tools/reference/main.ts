import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ApiDocument } from './api-document.ts';
import { type Guide, readGuides } from './guides.ts';
import { buildLlmsFiles } from './llms.ts';
import { buildPages, listViews, viewPage } from './page.ts';
import { buildCollection } from './postman.ts';
import { schemaAnchor } from './schema-view.ts';

const help = `Writes the API reference from the OpenAPI file and the guides from docs/: pages that need no other site,
llms.txt and a Postman collection.

  npm run reference                  writes .local/reference/; open index.html in a browser
  npm run reference -- --out <path>  writes another folder

npm start serves it at /reference of the dashboard, and the dashboard's stack deploys it.
`;

const root = join(import.meta.dirname, '../..');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export const main = (args: string[]): number => {
  const { values } = parseArgs({ args, options: { out: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const outDir = values.out ?? join(root, '.local/reference');
  const files = buildFiles(JSON.parse(read('functions/api/openapi/openapi.json')));
  mkdirSync(outDir, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(outDir, name), text);
  process.stdout.write(`Wrote ${Object.keys(files).length} files to ${outDir}.\n`);
  return 0;
};

const buildFiles = (document: ApiDocument): Record<string, string> => {
  const guides = readGuides(read);
  const pages = buildPages(document, guides);
  const all = [...pages, ...guides.map(({ file, title, content }) => ({ file, title, content }))];
  const html = all.map((page) => [page.file, viewPage(document, pages, guides, page)] as const);
  const files = new Map(html.slice(0, pages.length).flatMap(([file, text]) => listIds(text).map((id) => [id, file])));
  const toAddress = (id: string): string => `${files.get(id) ?? ''}#${id}`;
  const entries = listEntries(document, guides).map(([title, detail, href]) => [
    title,
    detail,
    href.startsWith('#') ? toAddress(href.slice(1)) : href,
  ]);
  return {
    ...Object.fromEntries(html.map(([file, text]) => [file, linkPages(file, text, toAddress)])),
    'reference.css': `${read('dashboard/styles/tokens.css')}\n${read('tools/reference/reference.css')}`,
    'reference.js': `const entries = ${JSON.stringify(entries)};\n${read('tools/reference/reference.js')}`,
    ...buildLlmsFiles(document),
    'postman.json': `${JSON.stringify(buildCollection(document), null, 2)}\n`,
  };
};

const listIds = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => String(id));

/** Pages link by id alone; an id of another page gets its file. */
const linkPages = (file: string, html: string, toAddress: (id: string) => string): string => {
  const own = new Set(listIds(html));
  return html.replaceAll(/ href="#([^"]+)"/g, (link, id: string) =>
    own.has(id) || file.startsWith('guide-') ? link : ` href="${toAddress(id)}"`,
  );
};

/** The title, detail and address of something that search finds. */
type Entry = [string, string, string];

/** What comes first wins among equally good matches. */
const listEntries = (document: ApiDocument, guides: readonly Guide[]): Entry[] => [
  ...document.tags.flatMap(({ name }) => listOperationEntries(document, name)),
  ...(document.components.schemas['ApiErrorCode']?.enum ?? []).map(
    (name): Entry => [String(name), 'error code', `#error-${name}`],
  ),
  ...Object.keys(Object(document.components['headers'])).map(
    (name): Entry => [name, 'response header', `#header-${name}`],
  ),
  ...Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]): Entry[] => [
    [name, 'schema', `#${schemaAnchor(name)}`],
    ...Object.keys(properties).map((field): Entry => [field, `field of ${name}`, `#${schemaAnchor(name)}.${field}`]),
  ]),
  ...guides.flatMap(({ file, title, sections }) =>
    sections.map((section): Entry => [section.title, `guide: ${title}`, `${file}#${section.id}`]),
  ),
];

const listOperationEntries = (document: ApiDocument, area: string): Entry[] =>
  listViews(document, area).flatMap(({ label, operation: { operationId, summary, parameters } }): Entry[] => [
    [summary, `${label} ${operationId}`, `#${operationId}`],
    ...parameters.flatMap((entry): Entry[] =>
      'name' in entry && entry.in === 'query' ? [[entry.name, `parameter of ${label}`, `#${operationId}`]] : [],
    ),
  ]);
