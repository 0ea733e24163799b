import { expect, inject, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { waitForLogLine } from '../../../tools/bench/log-lines.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { followLog } from '../../support/log-file.ts';

/** API Gateway takes its request id from the first header. */
const chooseId = (id: string): Record<string, string> => ({ 'X-Amzn-RequestId': id, 'X-Request-Id': id });

type Case = [name: string, method: string, path: string, status: number, body?: object | string];

it.each<Case>([
  ['a success', 'GET', '/me', 200],
  ['a created thing', 'POST', '/things', 201, { name: 'x' }],
  ['an invalid body', 'POST', '/things', 400, { name: '' }],
  ['an unexpected error', 'POST', '/things', 500, { name: 'x', end: 'throw' }],
  ["a channel's refusal", 'POST', '/things', 502, { name: 'x', end: 'refuse' }],
  ['the public document', 'GET', '/openapi.json', 200],
  ['a refused handshake', 'GET', '/channels/msgapp', 403],
])('a caller cannot choose the request id of %s, which its log line has too', async (_, method, path, status, body) => {
  const { key } = await makeWorkspace();
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
  const { key } = await makeWorkspace();
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
