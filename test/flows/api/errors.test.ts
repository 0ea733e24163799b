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
  ['GET', ''],
])('answers %s %s with 404 in the error shape, key or no key', async (method, path) => {
  const { key } = await makeWorkspace();
  for (const options of [{}, { key }, { key: 'nonsense' }]) {
    const answer = await call(method, path, options);
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found', message: expect.any(String) } } });
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  }
});

it('answers a function that dies with 500 internal, and the next call as if nothing had been', async () => {
  const { key } = await makeWorkspace();
  const died = await call('POST', '/things', { key, body: { name: 'x', end: 'crash' } });
  expect(died).toMatchObject({ status: 500, json: { error: { code: 'internal', message: expect.any(String) } } });
  expect(died.headers.get('x-request-id')).toBeTruthy();
  expect(await call('POST', '/things', { key, body: { name: 'x' } })).toMatchObject({ status: 201 });
});

it('answers an unforeseen error with 500 internal and not a word of the reason', async () => {
  const { key } = await makeWorkspace();
  const answer = await call('POST', '/things', { key, body: { name: 'x', end: 'throw' } });
  expect(answer).toMatchObject({ status: 500, json: { error: { code: 'internal' } } });
  expect(answer.text).not.toContain('secret');
});

it('answers a refusal of the channel with 502 and its words', async () => {
  const { key } = await makeWorkspace();
  expect(await call('POST', '/things', { key, body: { name: 'x', end: 'refuse' } })).toMatchObject({
    status: 502,
    json: { error: { code: 'platform_error', message: 'The channel refused: no such luck' } },
  });
});

it('refuses a body beyond what the gateway takes as 400 in the error shape', async () => {
  const { key } = await makeWorkspace();
  const answer = await call('POST', '/things', { key, body: JSON.stringify({ name: 'x'.repeat(11 * 1024 * 1024) }) });
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
});

it('ignores body fields that it does not know', async () => {
  const { key } = await makeWorkspace();
  const body = { name: 'x', unknown: [1, 2], __proto__: { admin: true } };
  expect(await call('POST', '/things', { key, body })).toMatchObject({ status: 201, json: { data: { name: 'x' } } });
});

it.each([
  ['authorization', 'bearer '],
  ['AUTHORIZATION', 'BEARER   '],
])('reads the key from %s: %s', async (name, scheme) => {
  const { key } = await makeWorkspace([]);
  expect(await call('GET', '/me', { headers: { [name]: `${scheme}${key}` } })).toMatchObject({ status: 200 });
});

it('answers what is no HTTP at all with 400 in the error shape, and goes on', async () => {
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
