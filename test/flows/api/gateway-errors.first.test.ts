import { describe, expect, inject, it } from 'vitest';
import { type ApiErrorCode, errorMessages } from '../../../functions/model/api-error.ts';
import { makeWorkspace } from '../../support/client.ts';
import { startOwnGateway } from '../../support/network/own-gateway.ts';
import { sendRaw } from '../../support/network/send-raw.ts';

const expectError = async (response: Response, status: number, code: ApiErrorCode, message: string): Promise<void> => {
  expect({ status: response.status, json: await response.json() }).toEqual({
    status,
    json: { error: { code, message } },
  });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]+=$/);
};

it('a function that outlasts the gateway is a 504 internal that asks to check before a repeat', async () => {
  const baseUrl = await startOwnGateway({
    adapt: (api) => ({
      ...api,
      routes: api.routes.map((route) => ({ ...route, timeoutMs: 500 })),
    }),
  });
  const { key } = await makeWorkspace();
  const response = await fetch(`${baseUrl}/things`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ name: 'slow', delay_ms: 20_000 }),
  });
  await expectError(response, 504, 'internal', errorMessages.timeout);
  expect(response.headers.get('retry-after')).toBeNull();
});

describe('the running gateway', () => {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { key } = await makeWorkspace();
    return fetch(`${inject('service').baseUrl}${path}`, { headers: { Authorization: `Bearer ${key}` }, ...init });
  };

  const largeBody = (megabytes: number): RequestInit => ({
    method: 'POST',
    body: 'x'.repeat(megabytes * 1024 * 1024 + 1),
  });

  it.each<[string, string, RequestInit, number, ApiErrorCode, string]>([
    ['an unknown path', '/nowhere', {}, 404, 'not_found', errorMessages.unknownRoute],
    ['an unknown path without a key', '/nowhere', { headers: {} }, 404, 'not_found', errorMessages.unknownRoute],
    ['an unknown method', '/me', { method: 'PUT' }, 404, 'not_found', errorMessages.unknownRoute],
    [
      'a form for an unknown path',
      '/nowhere',
      { method: 'POST', body: new URLSearchParams({ a: '1' }) },
      404,
      'not_found',
      errorMessages.unknownRoute,
    ],
    [
      'an image for an unknown path',
      '/nowhere',
      { method: 'POST', body: 'x', headers: { 'Content-Type': 'image/png' } },
      400,
      'bad_request',
      errorMessages.unreadable,
    ],
    ['a badly encoded path', '/contacts/%ZZ', {}, 400, 'bad_request', errorMessages.unreadable],
    ["a body over the gateway's limit", '/things', largeBody(10), 400, 'bad_request', errorMessages.tooLarge],
    ["a body over the function's limit", '/things', largeBody(6), 400, 'bad_request', errorMessages.tooLarge],
  ])('%s gets exactly the error body of the API from the gateway', async (_, path, init, status, code, message) => {
    await expectError(await send(path, init), status, code, message);
  });

  it('a crashed function gets exactly the error body of the API from the gateway', async () => {
    const init = { method: 'POST', body: JSON.stringify({ name: 'x', end: 'crash' }) };
    await expectError(await send('/things', init), 500, 'internal', errorMessages.internal);
  });

  it('malformed HTTP gets exactly the error body of the API from the gateway', async () => {
    const received = await sendRaw(inject('service').baseUrl, 'this is not HTTP\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    const error = { code: 'bad_request', message: errorMessages.unreadable };
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toEqual({ error });
  });
});
