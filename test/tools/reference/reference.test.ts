import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../tools/reference/main.ts';
import { apiDocument, isDescribed, operations } from '../../support/described-api.ts';

const outDir = mkdtempSync(join(tmpdir(), 'switchboard-reference-'));
const read = (name: string): string => readFileSync(join(outDir, name), 'utf8');
const events = Object.entries(apiDocument.webhooks);

beforeAll(() => expect(main(['--out', outDir])).toBe(0));
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

interface PostmanRequest {
  name: string;
  request: { method: string; url: { path: string[] }; body?: { raw: string } };
}

const listRequests = (): PostmanRequest[] =>
  JSON.parse(read('postman.json')).item.flatMap(({ item }: { item: PostmanRequest[] }) => item);

const toRoute = ({ request: { method, url } }: PostmanRequest): string =>
  `${method} /${url.path.map((segment) => segment.replace(/^:(.+)/, '{$1}')).join('/')}`;

describe('the API reference', () => {
  it('the page has a section for every operation, event and schema, and no other', () => {
    const sections = [...read('index.html').matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
    const expected = [
      ...operations.map(({ operationId }) => operationId),
      ...events.map(([, { post }]) => post.operationId),
      ...Object.keys(apiDocument.components.schemas).map((name) => `schema-${name}`),
    ];
    expect(sections.sort()).toEqual(expected.sort());
  });

  it('every link on the page leads to a section or to a file beside it', () => {
    const html = read('index.html');
    const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, target]) => String(target));
    const ids = new Set([...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => `#${id}`));
    expect(targets.length).toBeGreaterThan(100);
    const files = ['postman.json', 'llms.txt', 'reference.css', 'data:,'];
    expect(targets.filter((target) => !ids.has(target) && !files.includes(target))).toEqual([]);
  });

  it('ids on the page are unique', () => {
    const ids = [...read('index.html').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('texts of the document are shown as text', () => {
    expect(read('index.html')).toContain('Authorization: Bearer &lt;API_KEY&gt;');
  });

  it('llms.txt has one line for every operation and event', () => {
    const lines = read('llms.txt')
      .split('\n')
      .filter((line) => /^- \[.+\]\(index\.html#/.test(line));
    const routes = [
      ...operations.map(({ route, operationId, summary }) => `- [${route}](index.html#${operationId}): ${summary}`),
      ...events.map(([name, { post }]) => `- [${name}](index.html#${post.operationId}): ${post.summary}`),
    ];
    expect(lines.sort()).toEqual(routes.sort());
  });

  it('llms.txt is readable in every encoding', () => {
    expect(read('llms.txt')).toMatch(/^[\n\x20-\x7e]+$/);
  });

  it('the Postman collection has a request for every operation, and no other', () => {
    expect([...new Set(listRequests().map(toRoute))].sort()).toEqual(operations.map(({ route }) => route).sort());
  });

  it('every body in the Postman collection matches the schema of its operation', () => {
    const requests = listRequests().filter(({ request }) => request.body);
    expect(requests.length).toBeGreaterThan(15);
    for (const item of requests) {
      const operation = operations.find(({ route }) => route === toRoute(item));
      const schema = operation?.requestBody?.content?.['application/json'].schema ?? { not: {} };
      expect(isDescribed(schema, JSON.parse(item.request.body?.raw ?? '')), item.name).toBe(true);
    }
  });
});
