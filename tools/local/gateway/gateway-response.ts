import * as z from 'zod';
import type { HttpResponse } from '../http-server.ts';
import { LocalError } from '../local-error.ts';

export interface GatewayResponse {
  statusCode: number | undefined;
  headers: Record<string, string>;
  body: string | undefined;
}

export const gatewayResponseSchema = z.strictObject({
  statusCode: z.coerce.number().optional(),
  responseParameters: z.record(z.string(), z.string()).default({}),
  responseTemplates: z.record(z.string(), z.string()).default({}),
});

const defaultResponses = {
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token', 'MissingAuthenticationTokenException'],
  // For an unknown route with an Authorization header, API Gateway complains about the AWS signature.
  INVALID_SIGNATURE: [403, 'Authorization header requires an AWS signature.', 'IncompleteSignatureException'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type', 'BadRequestException'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long', 'RequestTooLargeException'],
  INTEGRATION_FAILURE: [502, 'Internal server error', 'InternalServerErrorException'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out', 'InternalServerErrorException'],
  DEFAULT_4XX: [400, 'Bad Request', 'BadRequestException'],
} as const;

export type GatewayErrorType = keyof typeof defaultResponses;

export const readGatewayResponse = (
  { statusCode, responseParameters, responseTemplates }: z.infer<typeof gatewayResponseSchema>,
  location: string,
): GatewayResponse => ({
  statusCode,
  headers: readHeaders(responseParameters, 'gatewayresponse.header.', location),
  body: responseTemplates['application/json'],
});

/** Uses the definition of the type, else of its family (DEFAULT_4XX or DEFAULT_5XX), else the default. */
export const buildErrorResponse = (
  type: GatewayErrorType,
  responses: Map<string, GatewayResponse>,
  ids: RequestIds,
): HttpResponse => {
  const [defaultStatus, message, errorType] = defaultResponses[type];
  const response = responses.get(type) ?? responses.get(defaultStatus < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const context: Record<string, string> = {
    ...ids,
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
  };
  const headers = fillHeaders(response?.headers ?? {}, context);
  return {
    statusCode: response?.statusCode ?? defaultStatus,
    headers: { 'Content-Type': 'application/json', 'x-amzn-ErrorType': errorType, ...headers },
    body: fillTemplate(response?.body ?? '{"message":$context.error.messageString}', context),
  };
};

export interface RequestIds {
  requestId: string;
  extendedRequestId: string;
}

type Context = Readonly<Record<string, string>>;

/** Values are texts in quotes or context variables; anything else is an error. */
export const readHeaders = (
  parameters: Record<string, string>,
  prefix: string,
  location: string,
): Record<string, string> => {
  const entries = Object.entries(parameters).map(([key, value]) => {
    const isSupported = key.startsWith(prefix) && (/^'.*'$/.test(value) || value.startsWith('context.'));
    if (!isSupported) throw new LocalError(`${location}: the response parameter ${key} is not supported locally.`);
    return [key.slice(prefix.length), value] as const;
  });
  return Object.fromEntries(entries);
};

export const fillHeaders = (headers: Record<string, string>, context: Context): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.startsWith("'") ? value.slice(1, -1) : (context[value.slice('context.'.length)] ?? ''),
    ]),
  );

export const fillTemplate = (template: string, context: Context): Buffer =>
  Buffer.from(template.replace(/\$context\.(\w+(?:\.\w+)*)/g, (_, name: string) => context[name] ?? ''));
