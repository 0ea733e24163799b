import { type GatewayResponseOptions, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type ApiErrorCode, statusByCode } from '../../functions/model/api-error.ts';

interface GatewayError {
  code: ApiErrorCode;
  message: string;
  /** Where the code's own status would say too little. */
  status?: number;
  retryAfterSeconds?: number;
}

const badRequest: GatewayError = {
  code: 'bad_request',
  message: 'The request could not be read. Send valid JSON with the header Content-Type: application/json.',
};
const tooLarge: GatewayError = { code: 'bad_request', message: 'The body is too large. Send at most 1 MiB.' };
const unauthorized: GatewayError = {
  code: 'unauthorized',
  message: 'Send a valid API key in the header Authorization: Bearer <key>.',
};
const forbidden: GatewayError = { code: 'forbidden', message: 'This request is not allowed.' };
const blocked: GatewayError = {
  code: 'forbidden',
  message:
    'The firewall took this request for an attack. Check its path, query and headers, and quote the X-Request-Id if they are right.',
};
const notFound: GatewayError = {
  code: 'not_found',
  message: 'There is no such path or method. Check the URL, which goes on after /v1, and the HTTP method.',
};
const rateLimited: GatewayError = {
  code: 'rate_limited',
  message: 'The service takes too many requests at the moment. Wait for the seconds in Retry-After and try again.',
  retryAfterSeconds: 1,
};
const internal: GatewayError = {
  code: 'internal',
  message: 'Something failed on our side. Try again, and quote the X-Request-Id if it stays.',
};
const timedOut: GatewayError = {
  code: 'internal',
  message: 'The answer took too long. Check whether the request took effect before you send it again.',
  status: 504,
};

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
