import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Switchboard } from '../../../sdk/src/index.ts';
import { listRoutes } from '../../../tools/reference/api-document.ts';
import { main } from '../../../tools/reference/main.ts';
import { buildSamples } from '../../../tools/reference/samples.ts';
import { apiDocument, operations } from '../../support/described-api.ts';
import { serve } from '../../support/network/serve.ts';

const outDir = mkdtempSync(join(tmpdir(), 'switchboard-reference-'));
const read = (name: string): string => readFileSync(join(outDir, name), 'utf8');
const events = Object.entries(apiDocument.webhooks);
const matchAll = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, part]) => String(part));
const listPages = () => readdirSync(outDir).filter((name) => name.endsWith('.html'));

beforeAll(() => expect(main(['--out', outDir])).toBe(0));
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

interface PostmanRequest {
  name: string;
  request: { method: string; url: { path: string[] } };
}

const listRequests = (): PostmanRequest[] =>
  JSON.parse(read('postman.json')).item.flatMap(({ item }: { item: PostmanRequest[] }) => item);

const toRoute = ({ request: { method, url } }: PostmanRequest): string =>
  `${method} /${url.path.map((segment) => segment.replace(/^:(.+)/, '{$1}')).join('/')}`;

describe('the API reference', () => {
  it('every operation, event, schema and error code has a section on one page', () => {
    const sections = listPages().flatMap((name) => matchAll(read(name), /<section id="([^"]+)"/g));
    const codes = Object(apiDocument.components.schemas['ApiErrorCode']).enum.map((code: string) => `error-${code}`);
    const expected = [
      ...operations.map(({ operationId }) => operationId),
      ...events.map(([, { post }]) => post.operationId),
      ...Object.keys(apiDocument.components.schemas).map((name) => `schema-${name}`),
      ...codes,
    ];
    expect(sections.sort()).toEqual(expected.sort());
  });

  it('every link on a page and every address that search has leads to an element of a page or to a file', () => {
    const [, entries = ''] = /^const entries = (.+);$/m.exec(read('reference.js')) ?? [];
    const addresses = JSON.parse(entries).map(([, , href]: string[]) => `index.html ${href}`);
    const links = listPages().flatMap((name) =>
      matchAll(read(name), /(?:href|src)="([^"]+)"/g).map((to) => `${name} ${to}`),
    );
    const known = new Set(
      readdirSync(outDir).flatMap((name) => [
        name,
        ...(name.endsWith('.html') ? matchAll(read(name), / id="([^"]+)"/g).map((id) => `${name}#${id}`) : []),
      ]),
    );
    const isBroken = (link: string) => {
      const [from = '', to = ''] = link.split(' ');
      return !/^(\/$|data:|https:)/.test(to) && !known.has(to.startsWith('#') ? `${from}${to}` : to);
    };
    expect(addresses.length).toBeGreaterThan(500);
    expect([...links, ...addresses].filter(isBroken)).toEqual([]);
  });

  it('no page has two elements with the same id, or more than 100 KB', () => {
    for (const name of listPages()) {
      const ids = matchAll(read(name), /\sid="([^"]+)"/g);
      expect(ids, name).toEqual([...new Set(ids)]);
      expect(read(name).length, name).toBeLessThan(100 * 1024);
    }
  });

  it('texts of the document and of guides are shown as text', () => {
    expect(read('index.html')).toContain('Authorization: Bearer &lt;API_KEY&gt;');
    expect(read('guide-channels.html')).toContain('--workspace &lt;id&gt;');
    const words = (name: string) => read(name).replaceAll(/<(pre|code)\b.*?<\/\1>/gs, '');
    expect(listPages().filter((name) => /\*\*|\]\(|^\||```/m.test(words(name)))).toEqual([]);
  });

  it('llms.txt has one line for every operation and event, each with a file of requests per area', () => {
    const lines = read('llms.txt')
      .split('\n')
      .filter((line) => /^- \[.+\]\(\w+\.html#/.test(line));
    const routes = [
      ...operations.map(({ route, ...operation }) => ({ ...operation, label: route })),
      ...events.map(([label, { post }]) => ({ ...post, label })),
    ].map(({ label, tags, operationId, summary }) => `- [${label}](${tags[0]}.html#${operationId}): ${summary}`);
    expect(lines.sort()).toEqual(routes.sort());
    for (const { route, tags } of operations) expect(read(`llms-${tags[0]}.txt`)).toContain(`\n## ${route}: `);
    for (const name of readdirSync(outDir).filter((file) => file.startsWith('llms')))
      expect(read(name), 'readable in every encoding').toMatch(/^[\n\x20-\x7e]+$/);
  });
});

describe('the samples of the API reference', () => {
  const document = apiDocument;
  const samples = document.tags
    .flatMap(({ name }) => listRoutes(document, name))
    .flatMap((route) => buildSamples(document, route).map((sample) => ({ ...route, ...sample })));

  /** The operation that a request calls, and its body. */
  const toCall = (method: string, url: string, body: string) => {
    const path = url.replace(/^\/v1|\?.*/g, '');
    const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[\\w-]+')}$`).test(path);
    const templates = Object.keys(document.paths).filter(fits);
    const template = templates.find((known) => known === path) ?? templates[0];
    return { call: `${method} ${template}`, body: body === '' ? undefined : JSON.parse(body) };
  };
  const expected = samples.map(({ method, path, body }) => ({ call: `${method} ${path}`, body }));

  it('each curl sample sends its example to its operation', async () => {
    const calls: unknown[] = [];
    const { url } = await serve(async (request, response) => {
      const parts = await request.toArray();
      calls.push(toCall(request.method ?? '', request.url ?? '', Buffer.concat(parts).toString()));
      response.end('{}');
    });
    const env = { ...process.env, BASE_URL: `${url}/v1`, API_KEY: 'key' };
    const { promise, resolve } = Promise.withResolvers<number | null>();
    const script = samples.map(({ curl }) => `${curl} -s`).join('\n');
    spawn('sh', ['-ec', script], { env, stdio: 'ignore' }).on('close', resolve);
    expect(await promise).toBe(0);
    expect(calls).toEqual(expected);
  });

  it('each client sample sends its example to its operation, also as an upload', async () => {
    const calls: unknown[] = [];
    const client = new Switchboard({
      apiKey: 'key',
      baseUrl: 'http://127.0.0.1:1/v1',
      fetch: async (url, init) => {
        calls.push(toCall(String(init?.method), new URL(String(url)).pathname, String(init?.body ?? '')));
        return Response.json({ data: [], meta: { next_cursor: null } });
      },
    });
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
    const isUpload = ({ operation }: { operation: { operationId: string } }) =>
      operation.operationId === 'createBroadcastFile';
    for (const { client: code = '' } of samples.filter((sample) => !isUpload(sample)))
      await AsyncFunction('client', code)(client);
    const others = ['GET /openapi.json', 'POST /broadcasts/files'];
    expect(calls).toEqual(expected.filter(({ call }) => !others.includes(call)));
    expect(samples.find(isUpload)?.client).toMatch(/^const \w+ = await client\.broadcasts\.upload\('phone,/);
  });
});

it('the Postman collection has exactly one request for every operation', () => {
  expect([...new Set(listRequests().map(toRoute))].sort()).toEqual(operations.map(({ route }) => route).sort());
});
