import { expect, it } from 'vitest';
import * as z from 'zod';
import { errorMessages, statusByCode } from '../../../functions/model/api-error.ts';
import { readApiDefinition } from '../fixture/api-definition.ts';
import { readStacks } from '../fixture/stacks.ts';

const errorShape = z.strictObject({ code: z.string(), message: z.string().min(20) });
const responseShape = z.strictObject({
  statusCode: z.string(),
  responseParameters: z.record(z.string(), z.string()),
  responseTemplates: z.strictObject({
    'application/json': z.string().transform((text) => z.strictObject({ error: errorShape }).parse(JSON.parse(text))),
  }),
});

const { gatewayResponses } = readApiDefinition(readStacks('production').service);
const responses = Object.entries(gatewayResponses).map(([type, response]) => ({
  type,
  ...responseShape.parse(response),
}));

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
  ['WAF_FILTERED', '400', 'bad_request'],
  ['THROTTLED', '503', 'internal'],
  ['QUOTA_EXCEEDED', '503', 'internal'],
  ['INTEGRATION_TIMEOUT', '504', 'internal'],
  ['INTEGRATION_FAILURE', '500', 'internal'],
  ['API_CONFIGURATION_ERROR', '500', 'internal'],
  ['AUTHORIZER_CONFIGURATION_ERROR', '500', 'internal'],
  ['AUTHORIZER_FAILURE', '500', 'internal'],
  ['DEFAULT_4XX', '400', 'bad_request'],
  ['DEFAULT_5XX', '500', 'internal'],
])('the gateway answers %s with %s %s', (type, status, code) => {
  const response = responses.find((each) => each.type === type);
  expect(response?.statusCode).toBe(status);
  const body = { error: { code, message: expect.any(String) } };
  expect(response?.responseTemplates['application/json']).toEqual(body);
});

it('every gateway response is JSON with a request id that no caller can choose', () => {
  for (const { responseParameters } of responses) {
    expect(responseParameters).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.extendedRequestId',
      'gatewayresponse.header.Content-Type': "'application/json'",
    });
  }
});

it('throttled responses have Retry-After, and no others do', () => {
  const throttled = responses.filter(
    ({ responseParameters }) => 'gatewayresponse.header.Retry-After' in responseParameters,
  );
  expect(throttled.map(({ type }) => type).sort()).toEqual(['QUOTA_EXCEEDED', 'THROTTLED']);
  for (const { responseParameters, responseTemplates } of throttled) {
    expect(responseParameters['gatewayresponse.header.Retry-After']).toBe("'1'");
    expect(responseTemplates['application/json'].error.message).toBe(errorMessages.throttled);
  }
});

it('messages use error codes of the API and no character that the template language interprets', () => {
  for (const { responseTemplates } of responses) {
    const { code, message } = responseTemplates['application/json'].error;
    expect(Object.keys(statusByCode)).toContain(code);
    expect(message).not.toMatch(/[$#]/);
  }
});
