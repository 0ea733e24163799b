import { expect, inject, it } from 'vitest';
import { endpoints } from '../../../functions/api/endpoints.ts';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import { checkDeployment } from '../../../tools/smoke/checks.ts';
import { makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { apiDocument } from '../../support/described-api.ts';
import { followLog } from '../../support/log-file.ts';
import { closedUrl, makeWebhook } from '../../support/webhooks.ts';

interface Operation {
  operationId: string;
  responses: Record<string, { headers?: Record<string, unknown> }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

it('the committed OpenAPI document is served without a key, with the address at which it was fetched', async () => {
  const { baseUrl } = inject('service');
  const { status, json } = await call('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(json).toEqual({ ...apiDocument, servers: [{ url: baseUrl }] });
});

it('the OpenAPI document names the host under which the caller knows the service', async () => {
  const baseUrl = inject('service').baseUrl.replace('127.0.0.1', 'localhost');
  const { json } = await call<{ servers: unknown }>('GET', '/openapi.json', { baseUrl });
  expect(json.servers).toEqual([{ url: baseUrl }]);
});

const fetchDocument = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${inject('service').baseUrl}/openapi.json`, { headers });

it('the OpenAPI document may be kept by anyone for five minutes', async () => {
  const { headers } = await fetchDocument();
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(headers.get('etag')).toMatch(/^W\/"[\w-]{22}"$/);
  expect(headers.get('vary')).toBe('Accept-Encoding');
});

it('the OpenAPI document travels compressed in each encoding without losing a byte', async () => {
  const responses = await Promise.all(
    ['gzip', 'deflate', 'identity'].map((encoding) => fetchDocument({ 'Accept-Encoding': encoding })),
  );
  expect(responses.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'deflate', null]);
  const [compressed = 0, , plain = 0] = responses.map(({ headers }) => Number(headers.get('content-length')));
  expect(compressed).toBeLessThan(plain / 5);
  expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
});

it.each<[string, (tag: string) => string]>([
  ['its ETag', (tag) => tag],
  ['its ETag as a strong one', (tag) => tag.replace('W/', '')],
  ['its ETag among others', (tag) => `"other", ${tag}`],
  ['any ETag', () => '*'],
])('a client that has the OpenAPI document with %s gets a 304 without a body', async (_, toHeader) => {
  const tag = (await fetchDocument()).headers.get('etag') ?? '';
  const response = await fetchDocument({ 'If-None-Match': toHeader(tag) });
  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
  expect(response.headers.get('etag')).toBe(tag);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  expect(response.headers.get('x-request-id')).toBeTruthy();
});

it('the OpenAPI document has exactly the endpoints with their statuses', async () => {
  const { json } = await call<Document>('GET', '/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  const described = Object.entries(json.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  const known = endpoints.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
  expect(described.sort()).toEqual(known.sort());
  for (const { method, path, status, access } of endpoints) {
    const operation = json.paths[path]?.[method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {})).toContain(String(status));
    expect('401' in (operation?.responses ?? {})).toBe(access !== 'public');
  }
});

it('the OpenAPI document declares every header of a throttled send', async () => {
  const { json } = await call<Document>('GET', '/openapi.json');
  const declared = Object.keys(json.paths['/messages']?.['post']?.responses['502']?.headers ?? {});
  const { key } = await makeSendingWorkspace();
  const { status, headers } = await postMessage(key, { to: '+491515550005', text: 'Hi' });
  const sent = [...headers.keys()].filter((name) => /^x-(?!amz)|^retry-after$/.test(name));
  expect(status).toBe(502);
  expect(sent).toEqual(expect.arrayContaining(['x-channel-error-code', 'x-message-id', 'retry-after']));
  expect(declared.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(sent));
});

it('the running service passes the smoke test of a deployment', async () => {
  const { baseUrl } = inject('service');
  const results = await checkDeployment({ baseUrl }, { attemptsMax: 1, waitMs: 0 });
  expect(results).toHaveLength(4);
  expect(results.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

/** A strongly consistent read costs twice the units of an eventually consistent one. A webhook is always read strongly. */
it.each([
  ['/contacts', 1, 0.5],
  ['/conversations', 1, 0.5],
  ['/webhooks/{id}/deliveries', 1 + 16, 1 + 8],
])('%s is read strongly only for a key that has just made a change', async (path, strong, eventual) => {
  const { id, key: writer } = await makeWorkspace();
  const reader = await makeKey(id);
  const webhook = await makeWebhook(id, closedUrl);
  const lines = followLog(inject('service').logPath);
  const readUnits = async (key: string): Promise<number> => {
    const { headers } = await call('GET', path.replace('{id}', webhook.id), { key });
    return (await waitForLogLine(lines, headers.get('x-request-id') ?? '')).read_units;
  };
  await makeContact(writer);
  expect([await readUnits(writer), await readUnits(reader)]).toEqual([strong, eventual]);
});
