import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type EndpointEntry, endpoints } from '../../functions/api/endpoints.ts';
import { apiAreas, getOperationDoc } from './areas.ts';
import { findBreakingChanges } from './breaking-changes.ts';
import { describeApi } from './document.ts';

const help = `Writes the OpenAPI 3.1 description of the API, and the table of docs/api.md, from the table of operations.

  npm run openapi             writes functions/operations/openapi/openapi.json, which GET /v1/openapi.json serves
  npm run openapi -- --check  writes nothing; fails if a file differs from the operations, or if the description
                              breaks callers of the version before without a new major version
`;

const path = 'functions/operations/openapi/openapi.json';

const file = new URL(`../../${path}`, import.meta.url);

const page = new URL('../../docs/api.md', import.meta.url);

export const main = (args: string[]): number => {
  const { values } = parseArgs({ args, options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const text = `${JSON.stringify(describeApi(endpoints), null, 2)}\n`;
  return values.check ? check(text) : write(text);
};

const write = (text: string): number => {
  writeFileSync(file, text);
  writeFileSync(page, fillTable(readFileSync(page, 'utf8'), endpoints));
  process.stdout.write(`Wrote ${endpoints.length} operations to ${path}.\n`);
  return 0;
};

const check = (text: string): number => {
  const fault = findFault(text);
  if (fault === undefined) process.stdout.write(`The OpenAPI file describes all ${endpoints.length} operations.\n`);
  else process.stderr.write(`${fault}\n`);
  return fault === undefined ? 0 : 1;
};

const findFault = (text: string): string | undefined => {
  if (readFileSync(file, 'utf8') !== text)
    return 'The OpenAPI file differs from the operations: run npm run openapi and commit the file.';
  const documented = readFileSync(page, 'utf8');
  if (fillTable(documented, endpoints) !== documented)
    return 'The table of docs/api.md differs from the operations: run npm run openapi and commit the page.';
  const earlier = readEarlierVersion(path, text);
  if (earlier === undefined) return undefined;
  const changes = findBreakingChanges(JSON.parse(earlier), JSON.parse(text));
  if (changes.length === 0) return undefined;
  const remedy = 'Keep what they rely on, or raise the major version in tools/openapi/info.ts.';
  return `The OpenAPI file breaks callers of its last version. ${remedy}\n- ${changes.join('\n- ')}`;
};

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
};

/**
 * The file before the change under way: as committed, or, once the change is committed, as in the first parent. For a
 * pull request's merge commit that is its target. Undefined without a repository or with a history of one commit.
 */
const readEarlierVersion = (path: string, text: string): string | undefined => {
  const committed = git('show', `HEAD:${path}`);
  return committed === text ? git('show', `HEAD^:${path}`) : committed;
};

const accessTexts: Record<string, string> = { public: 'none', 'any-key': 'any key' };

/** In the order of the texts, which leads from creating something to what is done with it. */
const byTexts = (left: EndpointEntry, right: EndpointEntry): number => {
  const order = Object.values(apiAreas).flatMap(({ operations }) => Object.keys(operations));
  return order.indexOf(left.operationId) - order.indexOf(right.operationId);
};

const tableBelow = /(?<=\n## Endpoints\n\n)(?:\|.*\n)*/;

/** The page with its table of endpoints filled in. */
const fillTable = (page: string, endpoints: readonly EndpointEntry[]): string => {
  const rows = endpoints.toSorted(byTexts).map((endpoint) => {
    const { method, path, access } = endpoint;
    return `| \`${method} ${path}\` | ${accessTexts[access] ?? `\`${access}\``} | ${getOperationDoc(endpoint).row} |\n`;
  });
  return page.replace(tableBelow, () => `| Method and path | Scope | Description |\n|---|---|---|\n${rows.join('')}`);
};
