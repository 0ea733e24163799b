import { describe, expect, test } from 'vitest';
import {
  buildErrorResponse,
  type GatewayResponse,
  gatewayResponseSchema,
  readGatewayResponse,
} from '../../../tools/local/gateway/gateway-response.ts';

const ids = { requestId: 'request-1', extendedRequestId: 'extended-1' };

const responses = (definitions: Record<string, unknown>): Map<string, GatewayResponse> =>
  new Map(
    Object.entries(definitions).map(([type, definition]) => {
      const properties = gatewayResponseSchema.parse({ ResponseType: type, ...Object(definition) });
      return [type, readGatewayResponse(properties, 'Stack/Response')];
    }),
  );

describe("the gateway's own answer", () => {
  test.each([
    ['MISSING_AUTHENTICATION_TOKEN', 403, 'Missing Authentication Token'],
    ['REQUEST_TOO_LARGE', 413, 'Request Too Long'],
    ['INTEGRATION_FAILURE', 502, 'Internal server error'],
    ['INTEGRATION_TIMEOUT', 504, 'Endpoint request timed out'],
    ['DEFAULT_4XX', 400, 'Bad Request'],
  ] as const)('to %s is by default %d', (type, statusCode, message) => {
    const answer = buildErrorResponse(type, new Map(), ids);
    expect(answer.statusCode).toBe(statusCode);
    expect(JSON.parse(String(answer.body))).toEqual({ message });
    expect(answer.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  test('follows the template of its type before that of its family', () => {
    const defined = responses({
      DEFAULT_5XX: { StatusCode: '500', ResponseTemplates: { 'application/json': '"family"' } },
      INTEGRATION_TIMEOUT: { StatusCode: '503', ResponseTemplates: { 'application/json': '"type"' } },
    });
    expect(buildErrorResponse('INTEGRATION_TIMEOUT', defined, ids)).toMatchObject({
      statusCode: 503,
      body: Buffer.from('"type"'),
    });
    expect(buildErrorResponse('INTEGRATION_FAILURE', defined, ids)).toMatchObject({
      statusCode: 500,
      body: Buffer.from('"family"'),
    });
    expect(buildErrorResponse('DEFAULT_4XX', defined, ids).statusCode).toBe(400);
  });

  test('fills in what is known of the request and of the error', () => {
    const defined = responses({
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
    const { headers, body } = buildErrorResponse('REQUEST_TOO_LARGE', defined, ids);
    expect(headers).toMatchObject({ 'X-Static': "it''s", 'X-Request-Id': 'request-1' });
    expect(JSON.parse(String(body))).toEqual({
      id: 'request-1',
      x: 'extended-1',
      m: 'Request Too Long',
      t: 'REQUEST_TOO_LARGE',
      u: '',
    });
  });

  test('refuses a parameter that it could not fill in', () => {
    const ResponseParameters = { 'gatewayresponse.header.X': 'method.request.header.Y' };
    expect(() => responses({ DEFAULT_4XX: { ResponseParameters } })).toThrow('Stack/Response: the response parameter');
  });
});
