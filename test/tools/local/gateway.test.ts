import { describe, expect, it } from 'vitest';
import type { GatewayRequest } from '../../../tools/local/gateway/gateway-request.ts';
import { buildProxyEvent } from '../../../tools/local/gateway/proxy-event.ts';
import { toHttpResponse } from '../../../tools/local/gateway/proxy-response.ts';
import type { RestApi } from '../../../tools/local/gateway/rest-api.ts';
import { findRoute } from '../../../tools/local/gateway/routes.ts';

describe('route', () => {
  const routes = [
    ['GET', '/'],
    ['GET', '/contacts'],
    ['POST', '/contacts'],
    ['GET', '/contacts/{id}'],
    ['GET', '/contacts/search'],
    ['ANY', '/contacts/{id}/tags/{tag}'],
    ['GET', '/files/{proxy+}'],
    ['ANY', '/files/{name}/meta'],
  ].map(([method = '', path = '']) => ({ method, path, resourceId: path }));

  it.each<[string, string, string | undefined, Record<string, string> | null]>([
    ['DELETE', '/contacts', undefined, null],
    ['GET', '/contacts/', undefined, null],
    ['GET', '/contacts/search', '/contacts/search', null],
    ['GET', '/contacts/a%2Fb%20c', '/contacts/{id}', { id: 'a/b c' }],
    ['PATCH', '/contacts/1/tags/vip', '/contacts/{id}/tags/{tag}', { id: '1', tag: 'vip' }],
    ['TRACE', '/contacts/1/tags/vip', undefined, null],
    ['GET', '/files/a/b/c', '/files/{proxy+}', { proxy: 'a/b/c' }],
    ['GET', '/files/a/meta', '/files/{name}/meta', { name: 'a' }],
    ['GET', '/files', undefined, null],
  ])('%s %s is routed to %s', (method, path, expectedPath, expectedParameters) => {
    const match = findRoute(routes, method, path);
    expect(match?.route.path).toBe(expectedPath);
    expect(match?.pathParameters ?? null).toEqual(expectedParameters);
  });
});

describe('proxy event', () => {
  const api: RestApi = {
    id: 'api-1',
    stage: 'v1',
    compressionBytesMin: undefined,
    routes: [],
    responses: new Map(),
  };
  const route = { method: 'POST', path: '/things/{id}', resourceId: 'res-1' };

  const request: GatewayRequest = {
    method: 'POST',
    path: '/things/a%20b',
    query: '',
    rawHeaders: ['Host', 'localhost:4000', 'User-Agent', 'curl/8', 'content-Type', 'application/json'],
    body: Buffer.from('{"ü":1}'),
    sourceIp: '127.0.0.1',
    port: 4000,
    requestId: 'request-1',
    extendedRequestId: 'extended-1',
    traceId: 'Root=1-2-3',
    timeMs: Date.UTC(2026, 10, 5, 13, 55, 36, 7),
  };

  const buildEvent = (changes: Partial<GatewayRequest> = {}) =>
    buildProxyEvent({ ...request, ...changes }, { route, pathParameters: { id: 'a b' } }, api);

  it('a repeated header appears with its last value and with all values, under its first spelling', () => {
    const { headers, multiValueHeaders } = buildEvent({ rawHeaders: ['X-Tag', 'a', 'x-tag', 'b'] });
    expect(headers).toMatchObject({ 'X-Tag': 'b' });
    expect(multiValueHeaders).toMatchObject({ 'X-Tag': ['a', 'b'] });
    expect(headers).not.toHaveProperty('x-tag');
  });

  it('hop-by-hop headers are left out', () => {
    const rawHeaders = ['Connection', 'close', 'Transfer-Encoding', 'chunked', 'Content-Length', '3', 'Accept', '*/*'];
    const names = Object.keys(buildEvent({ rawHeaders }).headers).map((name) => name.toLowerCase());
    expect(names).toContain('accept');
    expect(names.filter((name) => /^(connection|transfer-|content-)/.test(name))).toEqual([]);
  });

  it('the address of the caller is appended to X-Forwarded-For', () => {
    const { headers } = buildEvent({ rawHeaders: ['x-forwarded-for', '203.0.113.9'] });
    expect(headers['X-Forwarded-For']).toBe('203.0.113.9, 127.0.0.1');
  });

  it('a repeated query parameter appears decoded, with its last value and with all values', () => {
    const event = buildEvent({ query: 'a=1&a=2&name=J%C3%BCrgen+B&empty=&bare&__proto__=x' });
    expect(event.queryStringParameters).toEqual(
      Object.fromEntries([
        ['a', '2'],
        ['name', 'Jürgen B'],
        ['empty', ''],
        ['bare', ''],
        ['__proto__', 'x'],
      ]),
    );
    expect(event.multiValueQueryStringParameters).toMatchObject({ a: ['1', '2'], empty: [''] });
  });
});

describe('function response', () => {
  const toResponse = (result: unknown, decodesBase64 = false) =>
    toHttpResponse(JSON.stringify(result) ?? 'null', decodesBase64);

  it('single-value and multi-value headers are merged', () => {
    const multiValueHeaders = { 'Set-Cookie': ['a', 'b'], 'X-A': ['1'] };
    const headers = { 'x-a': '2', 'set-cookie': 'a' };
    expect(toResponse({ statusCode: 200, headers, multiValueHeaders })?.headers).toMatchObject({
      'Set-Cookie': ['a', 'b'],
      'X-A': ['1', '2'],
    });
  });

  it('headers that API Gateway reserves are renamed', () => {
    const headers = { 'WWW-Authenticate': 'Bearer', 'Content-Length': '1' };
    expect(toResponse({ statusCode: 401, headers })?.headers).toMatchObject({
      'x-amzn-Remapped-WWW-Authenticate': ['Bearer'],
      'x-amzn-Remapped-Content-Length': ['1'],
    });
  });

  it('a binary body is decoded only by an API that has binary bodies', () => {
    const binary = { statusCode: 200, body: '/wA=', isBase64Encoded: true };
    expect(toResponse(binary, true)?.body).toEqual(Buffer.from([0xff, 0]));
    expect(toResponse(binary)?.body).toEqual(Buffer.from('/wA='));
  });

  it.each<[string, unknown]>([
    ['no content', undefined],
    ['no status', { body: 'x' }],
    ['a status that is not a number', { statusCode: 'fine' }],
    ['a body that is not a string', { statusCode: 200, body: { a: 1 } }],
    ['a field unknown to API Gateway', { statusCode: 200, cookies: [] }],
    ['a list as a header value', { statusCode: 200, headers: { a: ['b'] } }],
    ['an invalid HTTP header value', { statusCode: 200, headers: { a: 'b\nc' } }],
  ])('a result with %s is malformed', (_, result) => expect(toResponse(result)).toBeUndefined());
});
