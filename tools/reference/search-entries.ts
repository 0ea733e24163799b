import type { ApiDocument } from './api-document.ts';
import type { Guide } from './guides.ts';
import { listViews } from './page.ts';
import { schemaAnchor } from './schema-view.ts';

/** The title, detail and address of something that search finds. */
type Entry = [string, string, string];

/** What comes first wins among equally good matches. */
export const listEntries = (document: ApiDocument, guides: readonly Guide[]): Entry[] => [
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
