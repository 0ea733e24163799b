import { type ApiDocument, findSuccess, listExamples, type Parameter, refName, resolve } from './api-document.ts';
import { assignSchemas, listViews } from './page.ts';
import { buildSamples } from './samples.ts';

/**
 * What the API is and can do, in the form of llmstxt.org, and a file for each area with everything about it. ASCII,
 * because the files have no declared encoding.
 */
export const buildLlmsFiles = (document: ApiDocument): Record<string, string> => {
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
