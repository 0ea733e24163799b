import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { GatewayRequest } from '../gateway/gateway-request.ts';
import { buildProxyEvent } from '../gateway/proxy-event.ts';
import { isBinaryMediaType } from '../gateway/rest-api.ts';
import type { RouteMatch } from '../gateway/routes.ts';
import type { HttpApi } from './http-api.ts';

/** An HTTP API encodes all other bodies in base64, form bodies included. */
const textMediaTypes = ['text/*', 'application/json', 'application/javascript', 'application/xml'];

/** Payload format 1.0: the event of a REST API, with these differences. */
export const buildHttpApiEvent = (request: GatewayRequest, match: RouteMatch, api: HttpApi) => {
  const event = buildProxyEvent(request, match, { ...api, binaryMediaTypes: [] });
  const multiValueHeaders = lowerCaseNames(event.multiValueHeaders);
  const isBase64Encoded =
    request.body.length > 0 && !isBinaryMediaType(multiValueHeaders['content-type']?.at(-1) ?? '', textMediaTypes);
  return {
    version: '1.0',
    ...event,
    headers: Object.fromEntries(Object.entries(multiValueHeaders).map(([name, values]) => [name, values.join(',')])),
    multiValueHeaders,
    body: isBase64Encoded ? request.body.toString('base64') : event.body,
    isBase64Encoded,
    requestContext: {
      ...event.requestContext,
      authorizer: { claims: null, scopes: null },
      // The default stage is no part of the path.
      path: request.path,
      resourceId: match.route.resourceId,
    },
  } satisfies APIGatewayProxyEvent & { version: string };
};

const lowerCaseNames = (headers: APIGatewayProxyEvent['multiValueHeaders']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name.toLowerCase(), values]));
