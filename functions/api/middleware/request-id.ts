import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type ApiMiddleware, type ApiRequest, addHeaders } from './request.ts';

/** Puts the gateway's request id on every answer; the same id is in the log line. */
export const requestId = (): ApiMiddleware => ({
  before: (request) => {
    request.internal.event = request.event as APIGatewayProxyEvent;
  },
  after: addRequestId,
  onError: addRequestId,
});

const addRequestId = (request: ApiRequest): void =>
  addHeaders(request, { 'X-Request-Id': request.internal.event.requestContext.requestId });
