import { describe, expect, test } from 'vitest';
import { buildProxyEvent, type GatewayRequest } from '../../../tools/local/gateway/proxy-event.ts';
import type { RestApi } from '../../../tools/local/gateway/rest-api.ts';
import { toRoute } from '../../../tools/local/gateway/routes.ts';

const api: RestApi = { id: 'api-1', stage: 'v1', binaryMediaTypes: ['image/*'], routes: [], responses: new Map() };
const route = toRoute({ method: 'POST', path: '/things/{id}', resourceId: 'res-1', functionArn: '', timeoutMs: 1 });

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

const eventOf = (changes: Partial<GatewayRequest> = {}) =>
  buildProxyEvent({ ...request, ...changes }, { route, pathParameters: { id: 'a b' } }, api);

describe('the proxy event', () => {
  test('is the one that a REST API gives to a function', () => {
    const nobody = { accessKey: null, accountId: null, apiKey: null, apiKeyId: null, caller: null, clientCert: null };
    const noCognito = {
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
    };
    const rest = { principalOrgId: null, user: null, userArn: null, sourceIp: '127.0.0.1', userAgent: 'curl/8' };
    const headers = {
      Host: 'localhost:4000',
      'User-Agent': 'curl/8',
      'content-Type': 'application/json',
      'X-Amzn-Trace-Id': 'Root=1-2-3',
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Port': '4000',
      'X-Forwarded-Proto': 'http',
    };
    expect(eventOf()).toEqual({
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
        identity: { ...nobody, ...noCognito, ...rest },
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

  test('gives the last value of a repeated header, and all of them, under the name that came first', () => {
    const { headers, multiValueHeaders } = eventOf({ rawHeaders: ['X-Tag', 'a', 'x-tag', 'b'] });
    expect(headers).toMatchObject({ 'X-Tag': 'b' });
    expect(multiValueHeaders).toMatchObject({ 'X-Tag': ['a', 'b'] });
    expect(headers).not.toHaveProperty('x-tag');
  });

  test('leaves out headers that concern only the connection', () => {
    const rawHeaders = ['Connection', 'close', 'Transfer-Encoding', 'chunked', 'Content-Length', '3', 'Accept', '*/*'];
    const names = Object.keys(eventOf({ rawHeaders }).headers).map((name) => name.toLowerCase());
    expect(names).toContain('accept');
    expect(names.filter((name) => /^(connection|transfer-|content-)/.test(name))).toEqual([]);
  });

  test('adds the caller to those that a proxy named before', () => {
    const { headers } = eventOf({ rawHeaders: ['x-forwarded-for', '203.0.113.9'] });
    expect(headers['X-Forwarded-For']).toBe('203.0.113.9, 127.0.0.1');
  });

  test('decodes the query, gives the last value and all of them', () => {
    const event = eventOf({ query: 'a=1&a=2&name=J%C3%BCrgen+B&empty=&bare&__proto__=x' });
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

  test('has null for a body that is empty', () => {
    expect(eventOf({ body: Buffer.alloc(0) })).toMatchObject({ body: null, isBase64Encoded: false });
  });

  test('encodes a body whose media type the API lists as binary', () => {
    const rawHeaders = ['Content-Type', 'image/png; x=y'];
    expect(eventOf({ rawHeaders, body: Buffer.from([0xff, 0]) })).toMatchObject({
      body: '/wA=',
      isBase64Encoded: true,
    });
  });
});
