import type { APIGatewayProxyEvent } from 'aws-lambda';
import { compose, type GatewayHandler } from '../http/compose.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { spendRequests } from '../http/request-limits.ts';
import { requestLog } from '../http/request-log.ts';
import { toSortableAddress } from '../model/access/network.ts';
import { ApiError } from '../model/api-error.ts';
import type { Limit } from '../model/members/request-limit.ts';
import { env } from '../platform/env.ts';
import { noStore } from './middleware/browser.ts';
import { isFromEdge, readVisitor } from './visitor.ts';

export interface Route {
  method: string;
  path: string;
  handler: GatewayHandler;
  isLocal?: true | undefined;
}

/** The gateway's routes end with `{proxy+}`, so the path's parameters are read here. */
export const serveRoutes = (
  functionName: string,
  routes: readonly Route[],
  perAddress?: Limit,
  origin = 'the dashboard',
): GatewayHandler => {
  const findRoute = createRouter(routes);
  const refuse = (error: unknown) =>
    compose(() => Promise.reject(error), [requestId(), requestLog(functionName), noStore(), errorResponse()]);
  const unknownRoute = refuse(new ApiError('not_found', 'Unknown path or method.'));
  const pastTheEdge = refuse(new ApiError('forbidden', `Use the address of ${origin}.`));
  return (event, context) => {
    if (!isFromEdge(event)) return pastTheEdge(event, context);
    const { address } = readVisitor(event);
    // Everyone on a developer's machine shares this one.
    if (perAddress && address !== '127.0.0.1') {
      try {
        spendRequests(toNetwork(address), perAddress);
      } catch (error) {
        return refuse(error)(event, context);
      }
    }
    const found = findRoute(event);
    const isKnown = found && (!found.route.isLocal || env.simulatorUrl() !== undefined);
    return isKnown
      ? found.route.handler({ ...event, pathParameters: found.params }, context)
      : unknownRoute(event, context);
  };
};

/** One subscriber of IPv6 has 2⁶⁴ addresses, which share their first half. */
export const toNetwork = (address: string): string => toSortableAddress(address).slice(0, 17) || address;

/** A fixed segment matches before a parameter: `/members/me` is not the member `me`. */
export const createRouter = <Found extends Pick<Route, 'method' | 'path'>>(routes: readonly Found[]) => {
  const inOrder = [...routes].sort((left, right) => (toSortKey(left.path) < toSortKey(right.path) ? -1 : 1));
  return ({ httpMethod, path }: Pick<APIGatewayProxyEvent, 'httpMethod' | 'path'>) => {
    for (const route of inOrder) {
      const params = route.method === httpMethod ? matchPath(route.path, path) : undefined;
      if (params) return { route, params };
    }
    return undefined;
  };
};

const toSortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, '\uffff');

const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const expected = pattern.split('/');
  const given = path.split('/');
  if (expected.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
};
