import type { APIGatewayProxyEvent } from 'aws-lambda';
import { addHeaders, type Middleware, type Request } from './middleware.ts';

export const requestId = (): Middleware => ({
  before: (request) => {
    request.internal.event = request.event as APIGatewayProxyEvent;
  },
  after: addRequestId,
  onError: addRequestId,
});

/** Lambda's id: a caller chooses the gateway's with the header X-Amzn-RequestId. */
const addRequestId = (request: Request): void => addHeaders(request, { 'X-Request-Id': request.context.awsRequestId });
