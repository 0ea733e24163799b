import { describe, expect, it } from 'vitest';
import {
  buildErrorResponse,
  type GatewayResponse,
  gatewayResponseSchema,
  readGatewayResponse,
} from '../../../tools/local/gateway/gateway-response.ts';
import { buildMockResponse, mockSchema, readMock } from '../../../tools/local/gateway/mock-response.ts';
import { toHttpResponse } from '../../../tools/local/gateway/proxy-response.ts';

describe('gateway response', () => {
  const ids = { requestId: 'request-1', extendedRequestId: 'extended-1' };

  const readResponses = (definitions: Record<string, unknown>): Map<string, GatewayResponse> =>
    new Map(
      Object.entries(definitions).map(([type, definition]) => {
        return [type, readGatewayResponse(gatewayResponseSchema.parse(definition), 'Stack/Response')];
      }),
    );

  it.each([
    ['MISSING_AUTHENTICATION_TOKEN', 403, 'Missing Authentication Token'],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'Unsupported Media Type'],
    ['REQUEST_TOO_LARGE', 413, 'Request Too Long'],
    ['INTEGRATION_FAILURE', 502, 'Internal server error'],
    ['INTEGRATION_TIMEOUT', 504, 'Endpoint request timed out'],
    ['DEFAULT_4XX', 400, 'Bad Request'],
  ] as const)('a response of type %s has the default status %d', (type, statusCode, message) => {
    const response = buildErrorResponse(type, new Map(), ids);
    expect(response.statusCode).toBe(statusCode);
    expect(JSON.parse(String(response.body))).toEqual({ message });
    expect(response.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  it('the definition of a response type wins over that of its family', () => {
    const responses = readResponses({
      DEFAULT_5XX: { statusCode: '500', responseTemplates: { 'application/json': '"family"' } },
      INTEGRATION_TIMEOUT: { statusCode: '503', responseTemplates: { 'application/json': '"type"' } },
    });
    expect(buildErrorResponse('INTEGRATION_TIMEOUT', responses, ids)).toMatchObject({
      statusCode: 503,
      body: Buffer.from('"type"'),
    });
    expect(buildErrorResponse('INTEGRATION_FAILURE', responses, ids)).toMatchObject({
      statusCode: 500,
      body: Buffer.from('"family"'),
    });
    expect(buildErrorResponse('DEFAULT_4XX', responses, ids).statusCode).toBe(400);
  });

  it('context variables are filled in in headers and body', () => {
    const responses = readResponses({
      DEFAULT_4XX: {
        responseParameters: {
          'gatewayresponse.header.X-Static': "'it''s'",
          'gatewayresponse.header.X-Request-Id': 'context.requestId',
        },
        responseTemplates: {
          'application/json':
            '{"id":"$context.requestId","x":"$context.extendedRequestId","m":$context.error.messageString,"t":"$context.error.responseType","u":"$context.unknown"}',
        },
      },
    });
    const { headers, body } = buildErrorResponse('REQUEST_TOO_LARGE', responses, ids);
    expect(headers).toMatchObject({ 'X-Static': "it''s", 'X-Request-Id': 'request-1' });
    expect(JSON.parse(String(body))).toEqual({
      id: 'request-1',
      x: 'extended-1',
      m: 'Request Too Long',
      t: 'REQUEST_TOO_LARGE',
      u: '',
    });
  });

  it('an unsupported response parameter is rejected', () => {
    const responseParameters = { 'gatewayresponse.header.X': 'method.request.header.Y' };
    expect(() => readResponses({ DEFAULT_4XX: { responseParameters } })).toThrow(
      'Stack/Response: the response parameter',
    );
  });
});

describe('mock response', () => {
  const ids = { requestId: 'request-1', extendedRequestId: 'extended-1' };

  const read = (changes: object = {}) =>
    readMock(
      mockSchema.parse({
        type: 'mock',
        passthroughBehavior: 'never',
        requestTemplates: { 'application/json': '{"statusCode": 404}', 'text/plain': '{"statusCode": 404}' },
        responses: {
          default: {
            statusCode: '404',
            responseParameters: { 'method.response.header.X-Id': 'context.extendedRequestId' },
            responseTemplates: { 'application/json': '{"id":"$context.requestId"}' },
          },
        },
        ...changes,
      }),
      'Stack/Api: GET /',
    );

  it.each([undefined, 'application/json', 'Text/Plain; charset=utf-8'])(
    'a mock answers a request of the type %s with its response and the ids of the request',
    (contentType) => {
      expect(buildMockResponse(read(), contentType, ids)).toEqual({
        statusCode: 404,
        headers: { 'Content-Type': 'application/json', 'X-Id': 'extended-1' },
        body: Buffer.from('{"id":"request-1"}'),
      });
    },
  );

  it('a mock has no answer to a request of a type that it does not name', () => {
    expect(buildMockResponse(read(), 'image/png', ids)).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['{"statusCode": "404"}', '$input.body'])('a mock with the request template %s is rejected', (template) => {
    expect(() => read({ requestTemplates: { 'application/json': template } })).toThrow(
      'Stack/Api: GET /: the request template for application/json',
    );
  });

  it('a mock that passes bodies on is rejected', () => {
    expect(() => read({ passthroughBehavior: 'when_no_match' })).toThrow();
  });
});

describe('function response', () => {
  const toResponse = (result: unknown, decodesBase64 = false) =>
    toHttpResponse(JSON.stringify(result) ?? 'null', decodesBase64);

  it('a function response keeps its status, headers and body', () => {
    expect(toResponse({ statusCode: 201, headers: { 'X-A': 'b', 'X-Count': 3 }, body: 'ü' })).toEqual({
      statusCode: 201,
      headers: { 'X-A': ['b'], 'X-Count': ['3'], 'Content-Type': ['application/json'] },
      body: Buffer.from('ü'),
    });
  });

  it('a function response keeps its content type in any spelling of the header', () => {
    expect(toResponse({ statusCode: 200, headers: { 'content-type': 'text/plain' } })?.headers).toEqual({
      'content-type': ['text/plain'],
    });
  });

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
    ['only a string', 'ok'],
    ['no status', { body: 'x' }],
    ['a status that is not a number', { statusCode: 'fine' }],
    ['a status out of range', { statusCode: 99 }],
    ['a body that is not a string', { statusCode: 200, body: { a: 1 } }],
    ['a field unknown to API Gateway', { statusCode: 200, cookies: [] }],
    ['a list as a header value', { statusCode: 200, headers: { a: ['b'] } }],
    ['an invalid HTTP header value', { statusCode: 200, headers: { a: 'b\nc' } }],
  ])('a result with %s is malformed', (_, result) => expect(toResponse(result)).toBeUndefined());
});
