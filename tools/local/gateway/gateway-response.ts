import * as z from 'zod';
import type { HttpResponse } from '../http-server.ts';
import { LocalError } from '../local-error.ts';

export interface GatewayResponse {
  statusCode: number | undefined;
  headers: Record<string, string>;
  body: string | undefined;
}

export const gatewayResponseSchema = z.object({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});

const defaultResponses = {
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token', 'MissingAuthenticationTokenException'],
  // For an unknown route with an Authorization header, API Gateway complains about the AWS signature.
  INVALID_SIGNATURE: [403, 'Authorization header requires an AWS signature.', 'IncompleteSignatureException'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long', 'RequestTooLargeException'],
  THROTTLED: [429, 'Too Many Requests', 'TooManyRequestsException'],
  INTEGRATION_FAILURE: [502, 'Internal server error', 'InternalServerErrorException'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out', 'InternalServerErrorException'],
  DEFAULT_4XX: [400, 'Bad Request', 'BadRequestException'],
} as const;

export type GatewayErrorType = keyof typeof defaultResponses;
export interface RequestIds {
  requestId: string;
  extendedRequestId: string;
}

const headerPrefix = 'gatewayresponse.header.';

export const readGatewayResponse = (
  { StatusCode, ResponseParameters, ResponseTemplates }: z.infer<typeof gatewayResponseSchema>,
  location: string,
): GatewayResponse => {
  const entries = Object.entries(ResponseParameters).map(([key, value]) => {
    const isSupported = key.startsWith(headerPrefix) && (/^'.*'$/.test(value) || value.startsWith('context.'));
    if (!isSupported) throw new LocalError(`${location}: the response parameter ${key} is not supported locally.`);
    return [key.slice(headerPrefix.length), value] as const;
  });
  return {
    statusCode: StatusCode,
    headers: Object.fromEntries(entries),
    body: ResponseTemplates['application/json'],
  };
};

/** Uses the definition of the type, else of its family (DEFAULT_4XX or DEFAULT_5XX), else the default. */
export const buildErrorResponse = (
  type: GatewayErrorType,
  responses: Map<string, GatewayResponse>,
  ids: RequestIds,
): HttpResponse => {
  const [defaultStatus, message, errorType] = defaultResponses[type];
  const response = responses.get(type) ?? responses.get(defaultStatus < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const context: Record<string, string> = {
    requestId: ids.requestId,
    extendedRequestId: ids.extendedRequestId,
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
  };
  const headers = Object.entries(response?.headers ?? {}).map(([name, value]) => [
    name,
    value.startsWith("'") ? value.slice(1, -1) : (context[value.slice('context.'.length)] ?? ''),
  ]);
  const template = response?.body ?? '{"message":$context.error.messageString}';
  return {
    statusCode: response?.statusCode ?? defaultStatus,
    headers: { 'Content-Type': 'application/json', 'x-amzn-ErrorType': errorType, ...Object.fromEntries(headers) },
    body: Buffer.from(template.replace(/\$context\.(\w+(?:\.\w+)*)/g, (_, name: string) => context[name] ?? '')),
  };
};
