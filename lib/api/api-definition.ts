import type { EndpointEntry } from '../../functions/api/endpoints.ts';
import { buildGatewayResponses, buildUnknownRoute } from './gateway-responses.ts';

export interface ApiRoute extends Pick<EndpointEntry, 'method' | 'path'> {
  invocationUri: string;
  /** The role with which the gateway invokes the function. */
  invokeRoleArn: string;
}

const anyMethod = 'x-amazon-apigateway-any-method';

/**
 * The whole API as one OpenAPI document. API Gateway imports version 3.0, not the 3.1 of the document for callers. Every
 * path answers the methods that it lacks itself: for a known path, API Gateway would not fall back to `/{proxy+}`.
 */
export const buildApiDefinition = (title: string, routes: readonly ApiRoute[]): object => ({
  openapi: '3.0.1',
  info: { title, version: '1' },
  paths: Object.fromEntries(
    listPaths(routes).map((path) => [
      path,
      {
        ...Object.fromEntries(
          routes
            .filter((route) => route.path === path)
            .map((route) => [route.method.toLowerCase(), buildOperation(route)]),
        ),
        [anyMethod]: { ...buildParameters(path), ...buildUnknownRoute() },
      },
    ]),
  ),
  'x-amazon-apigateway-gateway-responses': buildGatewayResponses(),
});

/** Includes the parents, such as /channels, which API Gateway creates too. */
const listPaths = (routes: readonly ApiRoute[]): string[] => {
  const parents = routes.flatMap(({ path }) =>
    path.split('/').map((_, index, segments) => segments.slice(0, index + 1).join('/') || '/'),
  );
  return [...new Set([...parents, '/', '/{proxy+}'])].sort();
};

const buildOperation = ({ path, invocationUri, invokeRoleArn }: ApiRoute): object => ({
  ...buildParameters(path),
  responses: {},
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: invocationUri,
    credentials: invokeRoleArn,
  },
});

const buildParameters = (path: string): object => {
  const parameters = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return parameters.length === 0 ? {} : { parameters };
};
