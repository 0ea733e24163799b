import { type ApiErrorCode, errorMessages, statusByCode } from '../../functions/model/api-error.ts';

interface GatewayError {
  code: ApiErrorCode;
  message: string;
  status?: number;
  retryAfterSeconds?: number;
}

const badRequest: GatewayError = { code: 'bad_request', message: errorMessages.unreadable };
const tooLarge: GatewayError = { code: 'bad_request', message: errorMessages.tooLarge };
const unauthorized: GatewayError = { code: 'unauthorized', message: errorMessages.unauthorized };
const forbidden: GatewayError = { code: 'forbidden', message: errorMessages.forbidden };
const blocked: GatewayError = { code: 'bad_request', message: errorMessages.blocked };
const notFound: GatewayError = { code: 'not_found', message: errorMessages.unknownRoute };
/** The status is not 429, which means the rate of a key and comes with its headers. */
const overCapacity: GatewayError = {
  code: 'internal',
  message: errorMessages.throttled,
  status: 503,
  retryAfterSeconds: 1,
};
const internal: GatewayError = { code: 'internal', message: errorMessages.internal };
const timedOut: GatewayError = { code: 'internal', message: errorMessages.timeout, status: 504 };

/**
 * API Gateway has no 404 of its own. Where no method matches, it expects a request signed with AWS credentials and
 * complains about the token or the signature. No route here uses AWS signatures, so these errors mean "not found".
 */
const gatewayErrors: Readonly<Record<string, GatewayError>> = {
  MISSING_AUTHENTICATION_TOKEN: notFound,
  INVALID_SIGNATURE: notFound,
  EXPIRED_TOKEN: notFound,
  RESOURCE_NOT_FOUND: notFound,
  REQUEST_TOO_LARGE: tooLarge,
  BAD_REQUEST_BODY: badRequest,
  BAD_REQUEST_PARAMETERS: badRequest,
  UNSUPPORTED_MEDIA_TYPE: badRequest,
  UNAUTHORIZED: unauthorized,
  INVALID_API_KEY: unauthorized,
  ACCESS_DENIED: forbidden,
  WAF_FILTERED: blocked,
  THROTTLED: overCapacity,
  QUOTA_EXCEEDED: overCapacity,
  INTEGRATION_TIMEOUT: timedOut,
  INTEGRATION_FAILURE: internal,
  API_CONFIGURATION_ERROR: internal,
  AUTHORIZER_CONFIGURATION_ERROR: internal,
  AUTHORIZER_FAILURE: internal,
  DEFAULT_4XX: badRequest,
  DEFAULT_5XX: internal,
};

/** Callers can choose API Gateway's other id. */
const requestIdVariable = 'context.extendedRequestId';

export const buildGatewayResponses = (): object =>
  Object.fromEntries(Object.entries(gatewayErrors).map(([type, error]) => [type, toGatewayResponse(error)]));

const toGatewayResponse = (error: GatewayError): object => ({
  statusCode: toStatus(error),
  responseParameters: {
    'gatewayresponse.header.Content-Type': "'application/json'",
    'gatewayresponse.header.X-Request-Id': requestIdVariable,
    ...(error.retryAfterSeconds === undefined
      ? {}
      : { 'gatewayresponse.header.Retry-After': `'${error.retryAfterSeconds}'` }),
  },
  responseTemplates: toTemplates(error),
});

/** A mock integration picks its template by the Content-Type of the request. Any other type is a 415. */
const mockedMediaTypes = [
  'application/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'text/plain',
  'text/xml',
];

/** The operation for whatever no endpoint handles: a 404 that does not depend on the Authorization header. */
export const buildUnknownRoute = (): object => ({
  responses: {
    [toStatus(notFound)]: {
      description: errorMessages.unknownRoute,
      headers: { 'X-Request-Id': { schema: { type: 'string' } } },
    },
  },
  'x-amazon-apigateway-integration': {
    type: 'mock',
    passthroughBehavior: 'never',
    requestTemplates: Object.fromEntries(
      mockedMediaTypes.map((mediaType) => [mediaType, `{"statusCode": ${toStatus(notFound)}}`]),
    ),
    responses: {
      default: {
        statusCode: toStatus(notFound),
        responseParameters: { 'method.response.header.X-Request-Id': requestIdVariable },
        responseTemplates: toTemplates(notFound),
      },
    },
  },
});

const toStatus = ({ status, code }: GatewayError): string => String(status ?? statusByCode[code]);

const toTemplates = ({ code, message }: GatewayError): object => ({
  'application/json': JSON.stringify({ error: { code, message } }),
});
