import { type GatewayResponseOptions, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type ApiErrorCode, statusByCode } from '../../functions/model/api-error.ts';

interface GatewayError {
  code: ApiErrorCode;
  message: string;
  status?: number;
  retryAfterSeconds?: number;
}

const badRequest: GatewayError = {
  code: 'bad_request',
  message: 'The request cannot be parsed. Send valid JSON with the header "Content-Type: application/json".',
};
const tooLarge: GatewayError = { code: 'bad_request', message: 'The body is too large. Send at most 1 MiB.' };
const unauthorized: GatewayError = {
  code: 'unauthorized',
  message: 'Send a valid API key in the header "Authorization: Bearer <API_KEY>".',
};
const forbidden: GatewayError = { code: 'forbidden', message: 'This request is not allowed.' };
const blocked: GatewayError = {
  code: 'forbidden',
  message:
    'The firewall blocked this request. Check its path, query and headers; if they are correct, report the X-Request-Id.',
};
const notFound: GatewayError = {
  code: 'not_found',
  message: 'Unknown path or method. Paths start with /v1.',
};
const rateLimited: GatewayError = {
  code: 'rate_limited',
  message: 'The service is receiving too many requests. Try again after the number of seconds in Retry-After.',
  retryAfterSeconds: 1,
};
const internal: GatewayError = {
  code: 'internal',
  message: 'Something went wrong on our side. Try again; if it persists, report the X-Request-Id.',
};
const timedOut: GatewayError = {
  code: 'internal',
  message: 'The request timed out. Check whether it took effect before you send it again.',
  status: 504,
};

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
    'X-Request-Id': 'context.requestId',
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': `'${retryAfterSeconds}'` }),
  },
  templates: { 'application/json': JSON.stringify({ error: { code, message } }) },
});
