import type { GatewayHandler } from '../http/compose.ts';
import { env } from '../platform/env.ts';
import type { Operation } from './operation.ts';
import { createRouter } from './router.ts';
import { unknownRoute } from './unknown-route.ts';

/** The gateway's routes end with `{proxy+}`, so the path's parameters are read here. */
export const serveOperations = <Id extends string>(
  functionName: string,
  operations: Readonly<Record<Id, Operation>>,
  handlers: Readonly<Record<Id, GatewayHandler>>,
): GatewayHandler => {
  const findRoute = createRouter(
    Object.values<Operation>(operations).map(({ operationId, method, path, isLocal }) => ({
      method,
      isLocal,
      path: `/api${path}`,
      handler: handlers[operationId as Id],
    })),
  );
  const notFound = unknownRoute(functionName);
  return (event, context) => {
    const found = findRoute(event);
    const isKnown = found && (!found.route.isLocal || env.simulatorUrl() !== undefined);
    return isKnown
      ? found.route.handler({ ...event, pathParameters: found.params }, context)
      : notFound(event, context);
  };
};
