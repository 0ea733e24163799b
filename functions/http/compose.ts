import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { withTrace } from '../platform/log/invocation-trace.ts';
import type { Middleware, RequestState } from './middleware.ts';

export type GatewayHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A request still running this long before the function's timeout fails with our error body. */
const timeoutEarlyInMillis = 250;

export const compose = <State extends RequestState>(
  run: (event: unknown, context: Context) => Promise<unknown>,
  middlewares: Middleware<State>[],
): GatewayHandler =>
  withTrace(
    middlewares.reduce(
      (chain, middleware) => chain.use(middleware as middy.MiddlewareObj),
      middy(run, { timeoutEarlyInMillis }),
    ) as GatewayHandler,
    ({ awsRequestId }) => awsRequestId,
  );
