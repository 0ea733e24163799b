import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ApiDocument, listRoutes } from './api-document.ts';
import { buildPage } from './page.ts';
import { buildCollection } from './postman.ts';

const help = `Writes the API reference from the OpenAPI file: one page that needs no other site, llms.txt and a Postman
collection.

  npm run reference                  writes .local/reference/; open index.html in a browser
  npm run reference -- --out <path>  writes another folder

npm start serves the page at /reference of the dashboard, and the dashboard's stack deploys it.
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
  process.stdout.write(`Wrote ${Object.keys(files).join(', ')} to ${outDir}.\n`);
  return 0;
};

const buildFiles = (document: ApiDocument): Record<string, string> => ({
  'index.html': buildPage(document),
  'reference.css': `${read('dashboard/styles/tokens.css')}\n${read('tools/reference/reference.css')}`,
  'llms.txt': buildLlmsText(document),
  'postman.json': `${JSON.stringify(buildCollection(document), null, 2)}\n`,
});

/** What the API is and can do, in the form of llmstxt.org. ASCII, because the file has no declared encoding. */
const buildLlmsText = (document: ApiDocument): string => {
  const { info, tags, webhooks } = document;
  const sections = tags.map(({ name, description }) => {
    const operations = listRoutes(document, name).map(({ method, path, operation }) =>
      line(operation.operationId, `${method} ${path}`, operation.summary),
    );
    const events = Object.entries(webhooks)
      .filter(([, { post }]) => post.tags[0] === name)
      .map(([event, { post }]) => line(post.operationId, event, post.summary));
    return [`## ${name}`, description, [...operations, ...events].join('\n')].join('\n\n');
  });
  return `${[`# ${info.title} API`, `> ${info.summary}`, toAscii(info.description), ...sections, optional].join('\n\n')}\n`;
};

const line = (anchor: string, title: string, summary: string): string =>
  `- [${title}](index.html#${anchor}): ${summary}`;

const toAscii = (text: string): string => text.replaceAll('…', '...');

const optional = `## Optional

- [Reference](index.html): every operation, field and header on one page
- [Postman collection](postman.json): every request with its examples
- \`GET /openapi.json\` of the API serves the OpenAPI 3.1 document, without a key`;
