import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { traced } from '../platform/invocation-trace.ts';
import type { ApiMiddleware } from './middleware/request.ts';

/** A function behind the gateway. */
export type GatewayHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** A call that is still running this long before the function's time-out fails in our error shape. */
const timeoutEarlyInMillis = 250;

/** Wraps middlewares around the code of an endpoint, the first one outermost, with a trace of its own per request. */
export const compose = (run: (event: unknown) => Promise<unknown>, middlewares: ApiMiddleware[]): GatewayHandler =>
  traced(
    middlewares.reduce(
      (chain, middleware) => chain.use(middleware as middy.MiddlewareObj),
      middy(run, { timeoutEarlyInMillis }),
    ) as GatewayHandler,
  );
