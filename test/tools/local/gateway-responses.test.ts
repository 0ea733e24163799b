import { describe, expect, it } from 'vitest';
import {
  buildErrorResponse,
  type GatewayResponse,
  gatewayResponseSchema,
  readGatewayResponse,
} from '../../../tools/local/gateway/gateway-response.ts';
import { toHttpResponse } from '../../../tools/local/gateway/proxy-response.ts';

describe('gateway response', () => {
  const ids = { requestId: 'request-1', extendedRequestId: 'extended-1' };

  const readResponses = (definitions: Record<string, unknown>): Map<string, GatewayResponse> =>
    new Map(
      Object.entries(definitions).map(([type, definition]) => {
        const properties = gatewayResponseSchema.parse({ ResponseType: type, ...Object(definition) });
        return [type, readGatewayResponse(properties, 'Stack/Response')];
      }),
    );

  it.each([
    ['MISSING_AUTHENTICATION_TOKEN', 403, 'Missing Authentication Token'],
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
      DEFAULT_5XX: { StatusCode: '500', ResponseTemplates: { 'application/json': '"family"' } },
      INTEGRATION_TIMEOUT: { StatusCode: '503', ResponseTemplates: { 'application/json': '"type"' } },
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
        ResponseParameters: {
          'gatewayresponse.header.X-Static': "'it''s'",
          'gatewayresponse.header.X-Request-Id': 'context.requestId',
        },
        ResponseTemplates: {
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
    const ResponseParameters = { 'gatewayresponse.header.X': 'method.request.header.Y' };
    expect(() => readResponses({ DEFAULT_4XX: { ResponseParameters } })).toThrow(
      'Stack/Response: the response parameter',
    );
  });
});

describe('function response', () => {
  const toResponse = (result: unknown, accept?: string) =>
    toHttpResponse(JSON.stringify(result) ?? 'null', { headers: accept === undefined ? {} : { accept } }, [
      'image/png',
    ]);

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

  it('a binary body is decoded only for a client that accepts a binary media type first', () => {
    const binary = { statusCode: 200, body: '/wA=', isBase64Encoded: true };
    expect(toResponse(binary, 'image/png, text/html')?.body).toEqual(Buffer.from([0xff, 0]));
    expect(toResponse(binary, 'text/html, image/png')?.body).toEqual(Buffer.from('/wA='));
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
  ])('a result with %s is malformed', (_, result) => {
    expect(toResponse(result)).toBeUndefined();
  });
});
