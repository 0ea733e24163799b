import { request } from 'node:http';
import { expect, inject, it } from 'vitest';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';

it.each([
  ['GET', '/nowhere'],
  ['POST', '/me'],
  ['DELETE', '/me'],
  ['OPTIONS', '/me'],
  ['PUT', '/openapi.json'],
  ['GET', '/me/more'],
  ['GET', '/contacts/'],
  ['PUT', '/contacts/1'],
  ['GET', '/channels'],
  ['PATCH', '/channels/web'],
  ['GET', '/v1/me'],
  ['GET', ''],
])('%s %s is 404 with the error body, with or without a key', async (method, path) => {
  const { key } = await makeWorkspace();
  for (const options of [{}, { key }, { key: 'nonsense' }]) {
    const answer = await call(method, path, options);
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found', message: expect.any(String) } } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]+=$/);
    expect(answer.headers.has('x-amzn-errortype')).toBe(false);
  }
});

it('a function that crashes is a 500 internal, and the next request succeeds', async () => {
  const { key } = await makeWorkspace();
  const died = await call('POST', '/things', { key, body: { name: 'x', end: 'crash' } });
  expect(died).toMatchObject({ status: 500, json: { error: { code: 'internal', message: expect.any(String) } } });
  expect(died.headers.get('x-request-id')).toBeTruthy();
  expect(await call('POST', '/things', { key, body: { name: 'x' } })).toMatchObject({ status: 201 });
});

it('an unexpected error is a 500 internal that reveals nothing', async () => {
  const { key } = await makeWorkspace();
  const answer = await call('POST', '/things', { key, body: { name: 'x', end: 'throw' } });
  expect(answer).toMatchObject({ status: 500, json: { error: { code: 'internal' } } });
  expect(answer.text).not.toContain('secret');
});

it("a channel's refusal is a 502 with the channel's message", async () => {
  const { key } = await makeWorkspace();
  expect(await call('POST', '/things', { key, body: { name: 'x', end: 'refuse' } })).toMatchObject({
    status: 502,
    json: { error: { code: 'platform_error', message: 'The channel refused: no such luck' } },
  });
});

it('a body beyond the gateway limit is a 400 with the error body', async () => {
  const { key } = await makeWorkspace();
  const answer = await call('POST', '/things', { key, body: JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) }) });
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
});

it.each([
  ['', 'The body is empty. Send a JSON object.'],
  ['{"name":', 'The body is not valid JSON: it ends too early. Send a JSON object.'],
  ['{"name" "x"}', 'The body is not valid JSON at character 8. Send a JSON object.'],
  ['[]', 'The body is a JSON array. Send a JSON object.'],
  ['null', 'The body is the JSON value null. Send a JSON object.'],
  ['"x"', 'The body is a JSON string. Send a JSON object.'],
])('the body %j is rejected with what is wrong with it', async (body, message) => {
  const { key } = await makeWorkspace();
  const { status, json } = await call('POST', '/contacts', { key, body });
  expect({ status, json }).toEqual({ status: 400, json: { error: { code: 'bad_request', message } } });
});

it('unknown body fields are ignored', async () => {
  const { key } = await makeWorkspace();
  const body = { name: 'x', unknown: [1, 2], __proto__: { admin: true } };
  expect(await call('POST', '/things', { key, body })).toMatchObject({ status: 201, json: { data: { name: 'x' } } });
});

it.each([
  ['authorization', 'bearer '],
  ['AUTHORIZATION', 'BEARER   '],
])('the key is read from the header %s: %s', async (name, scheme) => {
  const { key } = await makeWorkspace([]);
  expect(await call('GET', '/me', { headers: { [name]: `${scheme}${key}` } })).toMatchObject({ status: 200 });
});

it('a request that is not HTTP is a 400 with the error body, and the service continues', async () => {
  const { hostname, port } = new URL(inject('service').baseUrl);
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request({ hostname, port, path: '/v1/me', headers: { 'Content-Length': 'x' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end();
  });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'bad_request' } });
  expect(await call('GET', '/me', { key: await makeKey((await makeWorkspace()).id) })).toMatchObject({ status: 200 });
});
