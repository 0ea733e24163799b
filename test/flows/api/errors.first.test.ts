import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type ApiErrorCode, errorMessages } from '../../../functions/model/api-error.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { followLog } from '../../support/log-file.ts';
import { startOwnGateway } from '../../support/network/own-gateway.ts';
import { sendRaw } from '../../support/network/send-raw.ts';

let key: string;
beforeAll(async () => {
  ({ key } = await makeWorkspace());
});

it('an unknown path or method is 404 with the error body, with or without a key', async () => {
  for (const [method, path] of [
    ['GET', '/nowhere'],
    ['POST', '/me'],
    ['OPTIONS', '/me'],
    ['GET', '/me/more'],
    ['GET', '/contacts/'],
    ['PUT', '/contacts/1'],
    ['PATCH', '/channels/web'],
    ['GET', ''],
  ] as const)
    for (const options of path === '/nowhere' ? [{}, { key }, { key: 'nonsense' }] : [{ key }]) {
      const answer = await call(method, path, options);
      const error = { code: 'not_found', message: errorMessages.unknownRoute };
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404, json: { error } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]+=$/);
      expect(answer.headers.has('x-amzn-errortype')).toBe(false);
    }
});

it('a function that crashes is a 500 internal, and the next request succeeds', async () => {
  const died = await call('POST', '/things', { key, body: { name: 'x', end: 'crash' } });
  expect(died).toMatchObject({ status: 500 });
  expect(died.json).toEqual({ error: { code: 'internal', message: errorMessages.internal } });
  expect(died.headers.get('x-request-id')).toBeTruthy();
  expect(await call('POST', '/things', { key, body: { name: 'x' } })).toMatchObject({ status: 201 });
});

it.each([
  ['', 'The body is empty. Send a JSON object.'],
  ['{"name":', 'The body is not valid JSON: it ends too early. Send a JSON object.'],
  ['{"name" "x"}', 'The body is not valid JSON at character 8. Send a JSON object.'],
  ['[]', 'The body is a JSON array. Send a JSON object.'],
  ['null', 'The body is the JSON value null. Send a JSON object.'],
  ['"x"', 'The body is a JSON string. Send a JSON object.'],
])('the body %j is rejected with what is wrong with it', async (body, message) => {
  const { status, json } = await call('POST', '/contacts', { key, body });
  expect({ status, json }).toEqual({ status: 400, json: { error: { code: 'bad_request', message } } });
});

it('unknown body fields are ignored', async () => {
  const body = { name: 'x', unknown: [1, 2], __proto__: { admin: true } };
  expect(await call('POST', '/things', { key, body })).toMatchObject({ status: 201, json: { data: { name: 'x' } } });
});

it.each([
  ['authorization', 'bearer '],
  ['AUTHORIZATION', 'BEARER   '],
])('the key is read from the header %s: %s', async (name, scheme) => {
  expect(await call('GET', '/me', { headers: { [name]: `${scheme}${key}` } })).toMatchObject({ status: 200 });
});

/** API Gateway takes its request id from the first header. */
const chooseId = (id: string): Record<string, string> => ({ 'X-Amzn-RequestId': id, 'X-Request-Id': id });

type Case = [name: string, method: string, path: string, status: number, body?: object | string];

it.each<Case>([
  ['a success', 'GET', '/me', 200],
  ['an unexpected error', 'POST', '/things', 500, { name: 'x', end: 'throw' }],
  ['the public document', 'GET', '/openapi.json', 200],
  ['a refused handshake', 'GET', '/channels/msgapp', 403],
])('a caller cannot choose the request id of %s, which its log line has too', async (_, method, path, status, body) => {
  const lines = followLog(inject('service').logPath);
  const chosen = newId();
  const response = await call(method, path, { key, body, headers: chooseId(chosen) });
  expect(response.status).toBe(status);
  const id = response.headers.get('x-request-id') ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect([...response.headers.values()]).not.toContain(chosen);
  expect(await waitForLogLine(lines, id)).toMatchObject(status < 400 ? { outcome: 'ok' } : { status });
  expect(lines.get(chosen)).toBeUndefined();
});

it.each<Case>([
  ['an unknown route', 'GET', '/nowhere', 404],
  ['a body over the limit', 'POST', '/things', 400, 'x'.repeat(10 * 1024 * 1024 + 1)],
  ['a crashed function', 'POST', '/things', 500, { name: 'x', end: 'crash' }],
])('a caller cannot choose the request id that the gateway gives %s', async (_, method, path, status, body) => {
  const chosen = newId();
  const headers = chooseId(chosen);
  const responses = await Promise.all([1, 2].map(() => call(method, path, { key, body, headers })));
  for (const response of responses) {
    expect(response.status).toBe(status);
    expect([...response.headers.values()]).not.toContain(chosen);
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]+=$/);
  }
  expect(new Set(responses.map((response) => response.headers.get('x-request-id'))).size).toBe(2);
});

const expectError = async (response: Response, status: number, code: ApiErrorCode, message: string): Promise<void> => {
  expect([response.status, await response.json()]).toEqual([status, { error: { code, message } }]);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]+=$/);
};

it('a function that outlasts the gateway is a 504 internal that asks to check before a repeat', async () => {
  const baseUrl = await startOwnGateway({
    adapt: (api) => ({ ...api, routes: api.routes.map((route) => ({ ...route, timeoutMs: 500 })) }),
  });
  const response = await fetch(`${baseUrl}/things`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ name: 'slow', delay_ms: 20_000 }),
  });
  await expectError(response, 504, 'internal', errorMessages.timeout);
  expect(response.headers.get('retry-after')).toBeNull();
});

describe('the running gateway', () => {
  const send = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${inject('service').baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` }, ...init });

  const largeBody = (mebibytes: number) => ({ method: 'POST', body: 'x'.repeat(mebibytes * 1024 * 1024 + 1) });
  const { unknownRoute, unreadable, tooLarge } = errorMessages;
  const form = { method: 'POST', body: new URLSearchParams({ a: '1' }) };
  const image = { method: 'POST', body: 'x', headers: { 'Content-Type': 'image/png' } };

  it.each<[string, string, RequestInit, number, ApiErrorCode, string]>([
    ['a form for an unknown path', '/nowhere', form, 404, 'not_found', unknownRoute],
    ['an image for an unknown path', '/nowhere', image, 400, 'bad_request', unreadable],
    ['a badly encoded path', '/contacts/%ZZ', {}, 400, 'bad_request', unreadable],
    ["a body over the gateway's limit", '/things', largeBody(10), 400, 'bad_request', tooLarge],
    ["a body over the function's limit", '/things', largeBody(6), 400, 'bad_request', tooLarge],
  ])('%s gets exactly the error body of the API from the gateway', async (_, path, init, status, code, message) => {
    await expectError(await send(path, init), status, code, message);
  });

  it('malformed HTTP gets exactly the error body of the API from the gateway', async () => {
    const received = await sendRaw(inject('service').baseUrl, 'this is not HTTP\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    const error = { code: 'bad_request', message: errorMessages.unreadable };
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toEqual({ error });
  });
});
