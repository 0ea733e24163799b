import { type ApiDocument, listRoutes } from './api-document.ts';

/** What the API is and can do, in the form of llmstxt.org. ASCII, because the file has no declared encoding. */
export const buildLlmsText = (document: ApiDocument): string => {
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
