import { type GatewayResponseOptions, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type ApiErrorCode, errorMessages, statusByCode } from '../../functions/model/api-error.ts';

interface GatewayError {
  code: ApiErrorCode;
  message: string;
  /** Where the code's own status would say too little. */
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
 * The gateway has no answer of its own for an unknown path or method: it takes such a request for one to be signed
 * with AWS credentials. Without an Authorization header it misses the token, and with an API key in the header it
 * finds a broken signature. No method of this API uses AWS signatures, so the three signature answers occur on unknown
 * routes only, and all of them mean "not found".
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

/** Gives every answer that no function writes the error shape and the request id of those that functions write. */
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
    'X-Request-Id': 'context.requestId',
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': `'${retryAfterSeconds}'` }),
  },
  templates: { 'application/json': JSON.stringify({ error: { code, message } }) },
});
