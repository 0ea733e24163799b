import { describe, expect, it } from 'vitest';
import { type GatewayRequest, newRequestIds } from '../../../tools/local/gateway/gateway-request.ts';
import { buildProxyEvent } from '../../../tools/local/gateway/proxy-event.ts';
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
    ['GET', '/', '/', null],
    ['GET', '/contacts', '/contacts', null],
    ['POST', '/contacts', '/contacts', null],
    ['DELETE', '/contacts', undefined, null],
    ['GET', '/contacts/', undefined, null],
    ['GET', '/contacts/1', '/contacts/{id}', { id: '1' }],
    ['GET', '/contacts/search', '/contacts/search', null],
    ['POST', '/contacts/search', undefined, null],
    ['GET', '/contacts/a%2Fb%20c', '/contacts/{id}', { id: 'a/b c' }],
    ['PATCH', '/contacts/1/tags/vip', '/contacts/{id}/tags/{tag}', { id: '1', tag: 'vip' }],
    ['TRACE', '/contacts/1/tags/vip', undefined, null],
    ['GET', '/contacts/1/tags', undefined, null],
    ['GET', '/files/a/b/c', '/files/{proxy+}', { proxy: 'a/b/c' }],
    ['GET', '/files/a/meta', '/files/{name}/meta', { name: 'a' }],
    ['GET', '/files', undefined, null],
    ['GET', '/unknown', undefined, null],
  ])('%s %s is routed to %s', (method, path, expectedPath, expectedParameters) => {
    const match = findRoute(routes, method, path);
    expect(match?.route.path).toBe(expectedPath);
    expect(match?.pathParameters ?? null).toEqual(expectedParameters);
  });
});

describe('request ids', () => {
  it('a caller may choose the request id, as on AWS, but not the extended one', () => {
    const [first, second] = [newRequestIds('chosen'), newRequestIds('chosen')];
    expect([first.requestId, second.requestId]).toEqual(['chosen', 'chosen']);
    expect(first.extendedRequestId).not.toBe(second.extendedRequestId);
  });

  it.each([undefined, '', 'two words', 'x'.repeat(129)])('the request id %j is replaced by a new one', (chosenId) => {
    expect(newRequestIds(chosenId).requestId).toMatch(/^[0-9a-f-]{36}$/);
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

  it('the event has the payload format 1.0 of a REST API', () => {
    const headers = {
      Host: 'localhost:4000',
      'User-Agent': 'curl/8',
      'content-Type': 'application/json',
      'X-Amzn-Trace-Id': 'Root=1-2-3',
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Port': '4000',
      'X-Forwarded-Proto': 'http',
    };
    expect(buildEvent()).toEqual({
      resource: '/things/{id}',
      path: '/things/a%20b',
      httpMethod: 'POST',
      headers,
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: { id: 'a b' },
      stageVariables: null,
      requestContext: {
        accountId: '000000000000',
        apiId: 'api-1',
        domainName: 'localhost:4000',
        domainPrefix: 'localhost',
        extendedRequestId: 'extended-1',
        httpMethod: 'POST',
        identity: {
          accessKey: null,
          accountId: null,
          apiKey: null,
          apiKeyId: null,
          caller: null,
          clientCert: null,
          cognitoAuthenticationProvider: null,
          cognitoAuthenticationType: null,
          cognitoIdentityId: null,
          cognitoIdentityPoolId: null,
          principalOrgId: null,
          sourceIp: '127.0.0.1',
          user: null,
          userAgent: 'curl/8',
          userArn: null,
        },
        path: '/v1/things/a%20b',
        protocol: 'HTTP/1.1',
        requestId: 'request-1',
        requestTime: '05/Nov/2026:13:55:36 +0000',
        requestTimeEpoch: request.timeMs,
        resourceId: 'res-1',
        resourcePath: '/things/{id}',
        stage: 'v1',
      },
      body: '{"ü":1}',
      isBase64Encoded: false,
    });
  });

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

  it('an empty body becomes null', () => {
    expect(buildEvent({ body: Buffer.alloc(0) })).toMatchObject({ body: null, isBase64Encoded: false });
  });
});
