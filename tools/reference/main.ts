import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ApiDocument, findSuccess, listExamples, type Parameter, refName, resolve } from './api-document.ts';
import { type Guide, readGuides } from './guides.ts';
import { assignSchemas, buildPages, listViews, viewPage } from './page.ts';
import { buildCollection } from './postman.ts';
import { buildSamples } from './samples.ts';
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
  const files = buildFiles(JSON.parse(read('functions/operations/openapi/openapi.json')));
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

/** The first of equally good matches wins. */
const listEntries = (document: ApiDocument, guides: readonly Guide[]): Entry[] => [
  ...document.tags.flatMap(({ name }) => listOperationEntries(document, name)),
  ...(document.components.schemas['ApiErrorCode']?.enum ?? []).map(
    (name): Entry => [String(name), 'error code', `#error-${name}`],
  ),
  ...Object.keys(document.components.headers).map((name): Entry => [name, 'response header', `#header-${name}`]),
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

/**
 * Describes the API in the form of llmstxt.org, with a file for each area with everything about it. ASCII, because the
 * files have no declared encoding.
 */
const buildLlmsFiles = (document: ApiDocument): Record<string, string> => {
  const schemas = assignSchemas(document);
  const areas = document.tags.map(({ name, description }) => {
    const parts = listViews(document, name).map((view) => describeOperation(document, view));
    const types = (schemas.get(name) ?? []).map((schema) => describeSchema(document, schema));
    return [toFile(name), [`# ${name}`, `> ${description}`, ...parts, ...types]] as const;
  });
  return Object.fromEntries(
    [['llms.txt', buildStart(document)] as const, ...areas].map(([file, parts]) => [
      file,
      `${toAscii(parts.filter((part) => part !== '').join('\n\n'))}\n`,
    ]),
  );
};

const toFile = (area: string): string => `llms-${area}.txt`;

const buildStart = (document: ApiDocument): string[] => {
  const { info, tags } = document;
  const sections = tags.map(({ name, description }) =>
    [
      `## ${name}`,
      `${description} Everything about it: [${toFile(name)}](${toFile(name)})`,
      listViews(document, name)
        .map(({ label, operation }) => `- [${label}](${name}.html#${operation.operationId}): ${operation.summary}`)
        .join('\n'),
    ].join('\n\n'),
  );
  return [`# ${info.title} API`, `> ${info.summary}`, info.description, ...sections, optional];
};

const optional = `## Optional

- [Reference](index.html): every operation, field and header, with samples
- [Postman collection](postman.json): every request, in an order in which they run
- \`GET /openapi.json\` of the API serves the OpenAPI 3.1 document, without a key`;

const describeOperation = (
  document: ApiDocument,
  { label, operation, route }: ReturnType<typeof listViews>[number],
): string => {
  const parameters = operation.parameters
    .map((entry) => resolve<Parameter>(document, entry))
    .map(({ name, in: place, description }) => `- ${name} (${place}): ${description}`);
  const media = operation.requestBody?.content['application/json'];
  const samples = route
    ? buildSamples(document, route).map(({ curl }) => `\`\`\`sh\n${curl}\n\`\`\``)
    : (media ? listExamples(document, media) : []).map(({ value }) => toJsonBlock(value));
  const { example } = findSuccess(operation);
  return [
    `## ${label}: ${operation.summary}`,
    operation.description,
    parameters.join('\n'),
    media?.schema.$ref === undefined ? '' : `The body is a ${refName(media.schema.$ref)}.`,
    ...samples,
    ...(example === undefined ? [] : ['Response:', toJsonBlock(example)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

const toJsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const describeSchema = (document: ApiDocument, name: string): string => {
  const { description = '', properties = {}, required = [] } = document.components.schemas[name] ?? {};
  const fields = Object.entries(properties).map(
    ([field, schema]) => `- ${field}${required.includes(field) ? ' (required)' : ''}: ${schema.description ?? ''}`,
  );
  return [`## ${name}`, description, fields.join('\n')].filter((part) => part !== '').join('\n\n');
};

const toAscii = (text: string): string =>
  text
    .replaceAll('…', '...')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[^\n\x20-\x7e]/g, '?');
