import type { GatewayRequest } from '../gateway/gateway-request.ts';
import { invokeWithin } from '../gateway/invoke-within.ts';
import { toHttpResponse } from '../gateway/proxy-response.ts';
import { findRoute } from '../gateway/routes.ts';
import type { HttpResponse } from '../http-server.ts';
import { getFunctionByReference } from '../lambda/find-function.ts';
import type { HostedFunction } from '../lambda/function-host.ts';
import type { HttpApi } from './http-api.ts';
import { buildHttpApiEvent } from './http-api-event.ts';

/** The path must be properly percent-encoded. */
export const answerHttpApi = async (
  request: GatewayRequest,
  api: HttpApi,
  functions: HostedFunction[],
): Promise<HttpResponse> => {
  const match = findRoute(api.routes, request.method, request.path);
  if (match === undefined) return buildError(404, 'Not Found', request);
  const hosted = getFunctionByReference(functions, match.route.functionArn);
  const event = buildHttpApiEvent(request, match, api);
  const outcome = await invokeWithin(hosted, event, match.route.timeoutMs);
  if (outcome === 'too large') return buildError(413, 'Request Entity Too Large', request);
  if (outcome === 'timeout') return buildError(503, 'Service Unavailable', request);
  if (!outcome.ok) return buildError(500, 'Internal Server Error', request);
  const response = toHttpResponse(outcome.payload, event, ['*/*']);
  if (response !== undefined) return response;
  hosted.logError(`Malformed Lambda proxy response: ${outcome.payload.slice(0, 500)}`);
  return buildError(500, 'Internal Server Error', request);
};

const buildError = (statusCode: number, message: string, { requestId }: GatewayRequest): HttpResponse => ({
  statusCode,
  headers: { 'Content-Type': 'application/json', 'apigw-requestid': requestId },
  body: Buffer.from(JSON.stringify({ message })),
});
