import { type GatewayResponseOptions, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
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
const blocked: GatewayError = { code: 'forbidden', message: errorMessages.blocked };
const notFound: GatewayError = { code: 'not_found', message: errorMessages.unknownRoute };
const rateLimited: GatewayError = { code: 'rate_limited', message: errorMessages.throttled, retryAfterSeconds: 1 };
const internal: GatewayError = { code: 'internal', message: errorMessages.internal };
const timedOut: GatewayError = { code: 'internal', message: errorMessages.timeout, status: 504 };

/**
 * API Gateway has no 404: it expects a request to an unknown route to be signed with AWS credentials. Without an
 * Authorization header it reports a missing token, and with an API key in the header an invalid signature. No route here
 * uses AWS signatures, so the three signature errors mean "not found".
 */
const gatewayErrors: readonly (readonly [ResponseType, GatewayError])[] = [
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, notFound],
  [ResponseType.INVALID_SIGNATURE, notFound],
  [ResponseType.EXPIRED_TOKEN, notFound],
  [ResponseType.RESOURCE_NOT_FOUND, notFound],
  [ResponseType.REQUEST_TOO_LARGE, tooLarge],
  [ResponseType.BAD_REQUEST_BODY, badRequest],
  [ResponseType.BAD_REQUEST_PARAMETERS, badRequest],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, badRequest],
  [ResponseType.UNAUTHORIZED, unauthorized],
  [ResponseType.INVALID_API_KEY, unauthorized],
  [ResponseType.ACCESS_DENIED, forbidden],
  [ResponseType.WAF_FILTERED, blocked],
  [ResponseType.THROTTLED, rateLimited],
  [ResponseType.QUOTA_EXCEEDED, rateLimited],
  [ResponseType.INTEGRATION_TIMEOUT, timedOut],
  [ResponseType.INTEGRATION_FAILURE, internal],
  [ResponseType.API_CONFIGURATION_ERROR, internal],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, internal],
  [ResponseType.AUTHORIZER_FAILURE, internal],
  [ResponseType.DEFAULT_4XX, badRequest],
  [ResponseType.DEFAULT_5XX, internal],
];

export const addGatewayResponses = (api: RestApi): void => {
  for (const [type, error] of gatewayErrors)
    api.addGatewayResponse(type.responseType, { type, ...toResponseOptions(error) });
};

const toResponseOptions = ({
  status,
  code,
  message,
  retryAfterSeconds,
}: GatewayError): Omit<GatewayResponseOptions, 'type'> => ({
  statusCode: String(status ?? statusByCode[code]),
  responseHeaders: {
    'Content-Type': "'application/json'",
    'X-Request-Id': 'context.extendedRequestId',
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': `'${retryAfterSeconds}'` }),
  },
  templates: { 'application/json': JSON.stringify({ error: { code, message } }) },
});
