import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusByCode } from '../../../functions/model/api-error.ts';
import { listResources, readStacks } from '../fixture/stacks.ts';

const errorShape = z.strictObject({ code: z.string(), message: z.string().min(20) });
const responseShape = z.object({
  ResponseType: z.string(),
  StatusCode: z.string(),
  ResponseParameters: z.record(z.string(), z.string()),
  ResponseTemplates: z.strictObject({
    'application/json': z.string().transform((text) => z.strictObject({ error: errorShape }).parse(JSON.parse(text))),
  }),
});

const responses = listResources(readStacks('production').service, 'AWS::ApiGateway::GatewayResponse').map(
  ({ Properties }) => responseShape.parse(Properties),
);

describe('gateway responses', () => {
  it.each([
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found'],
    ['INVALID_SIGNATURE', '404', 'not_found'],
    ['EXPIRED_TOKEN', '404', 'not_found'],
    ['RESOURCE_NOT_FOUND', '404', 'not_found'],
    ['REQUEST_TOO_LARGE', '400', 'bad_request'],
    ['BAD_REQUEST_BODY', '400', 'bad_request'],
    ['BAD_REQUEST_PARAMETERS', '400', 'bad_request'],
    ['UNSUPPORTED_MEDIA_TYPE', '400', 'bad_request'],
    ['UNAUTHORIZED', '401', 'unauthorized'],
    ['INVALID_API_KEY', '401', 'unauthorized'],
    ['ACCESS_DENIED', '403', 'forbidden'],
    ['WAF_FILTERED', '403', 'forbidden'],
    ['THROTTLED', '429', 'rate_limited'],
    ['QUOTA_EXCEEDED', '429', 'rate_limited'],
    ['INTEGRATION_TIMEOUT', '504', 'internal'],
    ['INTEGRATION_FAILURE', '500', 'internal'],
    ['API_CONFIGURATION_ERROR', '500', 'internal'],
    ['AUTHORIZER_CONFIGURATION_ERROR', '500', 'internal'],
    ['AUTHORIZER_FAILURE', '500', 'internal'],
    ['DEFAULT_4XX', '400', 'bad_request'],
    ['DEFAULT_5XX', '500', 'internal'],
  ])('the gateway answers %s with %s %s', (type, status, code) => {
    const response = responses.find(({ ResponseType }) => ResponseType === type);
    expect(response?.StatusCode).toBe(status);
    const body = { error: { code, message: expect.any(String) } };
    expect(response?.ResponseTemplates['application/json']).toEqual(body);
  });

  it('every gateway response is JSON with a request id that no caller can choose', () => {
    for (const { ResponseParameters } of responses) {
      expect(ResponseParameters).toMatchObject({
        'gatewayresponse.header.X-Request-Id': 'context.extendedRequestId',
        'gatewayresponse.header.Content-Type': "'application/json'",
      });
    }
  });

  it('throttled responses have Retry-After, and no others do', () => {
    const throttled = responses.filter(
      ({ ResponseParameters }) => 'gatewayresponse.header.Retry-After' in ResponseParameters,
    );
    expect(throttled.map(({ ResponseType }) => ResponseType).sort()).toEqual(['QUOTA_EXCEEDED', 'THROTTLED']);
    for (const { ResponseParameters } of throttled)
      expect(ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'1'");
  });

  it('messages use error codes of the API and no character that the template language interprets', () => {
    for (const { ResponseTemplates } of responses) {
      const { code, message } = ResponseTemplates['application/json'].error;
      expect(Object.keys(statusByCode)).toContain(code);
      expect(message).not.toMatch(/[$#]/);
    }
  });
});
