import * as z from 'zod';
import { Problem } from '../problem.ts';
import {
  type Deployment,
  identityOf,
  nameOf,
  type Resource,
  readProperties,
  resourcesOf,
} from '../template/deployment.ts';
import { type GatewayResponse, gatewayResponseSchema, readGatewayResponse } from './gateway-response.ts';
import { type Route, routeOf } from './routes.ts';

export type RestApi = {
  id: string;
  stage: string;
  binaryMediaTypes: string[];
  routes: Route[];
  responses: Map<string, GatewayResponse>;
};

const apiSchema = z.object({ BinaryMediaTypes: z.array(z.string()).default([]), Body: z.undefined().optional() });
const resourceSchema = z.object({ ParentId: z.string(), PathPart: z.string() });
const stageSchema = z.object({ StageName: z.string() });
const methodSchema = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizationType: z.literal('NONE').optional(),
  ApiKeyRequired: z.literal(false).optional(),
  Integration: z.object({
    Type: z.literal('AWS_PROXY'),
    Uri: z.string(),
    TimeoutInMillis: z.number().default(29_000),
  }),
});

/** Reads the deployment's REST API: its stage, its routes to functions, and its own words for what goes wrong. */
export const readRestApi = (deployment: Deployment): RestApi => {
  const api = theOnly(deployment, 'AWS::ApiGateway::RestApi');
  const { Ref: id, RootResourceId: rootId = '' } = identityOf(deployment, api);
  const { StageName } = readProperties(deployment, theOnly(deployment, 'AWS::ApiGateway::Stage'), stageSchema);
  return {
    id,
    stage: StageName,
    binaryMediaTypes: readProperties(deployment, api, apiSchema).BinaryMediaTypes,
    routes: readRoutes(deployment, rootId),
    responses: new Map(
      resourcesOf(deployment, 'AWS::ApiGateway::GatewayResponse').map((resource) => {
        const properties = readProperties(deployment, resource, gatewayResponseSchema);
        return [properties.ResponseType, readGatewayResponse(properties, nameOf(resource))];
      }),
    ),
  };
};

const theOnly = (deployment: Deployment, type: string): Resource => {
  const [first, ...others] = resourcesOf(deployment, type);
  if (first !== undefined && others.length === 0) return first;
  throw new Problem(`The assembly has ${others.length + (first ? 1 : 0)} resources of type ${type}; one is needed.`);
};

const readRoutes = (deployment: Deployment, rootId: string): Route[] => {
  const pathOf = readPaths(deployment, rootId);
  return resourcesOf(deployment, 'AWS::ApiGateway::Method').map((resource) => {
    const { HttpMethod, ResourceId, Integration } = readProperties(deployment, resource, methodSchema);
    const functionArn = /\/functions\/(arn:[^/]+)\/invocations$/.exec(Integration.Uri)?.[1];
    if (functionArn === undefined) throw new Problem(`${nameOf(resource)}: Integration.Uri names no function.`);
    return routeOf({
      method: HttpMethod,
      path: pathOf(ResourceId),
      resourceId: ResourceId,
      functionArn,
      timeoutMs: Integration.TimeoutInMillis,
    });
  });
};

const readPaths = (deployment: Deployment, rootId: string): ((resourceId: string) => string) => {
  const resources = new Map(
    resourcesOf(deployment, 'AWS::ApiGateway::Resource').map((resource) => [
      identityOf(deployment, resource).Ref,
      readProperties(deployment, resource, resourceSchema),
    ]),
  );
  const below = (resourceId: string): string => {
    const resource = resources.get(resourceId);
    if (resource !== undefined) return `${below(resource.ParentId)}/${resource.PathPart}`;
    if (resourceId === rootId) return '';
    throw new Problem(`The REST API has no resource ${resourceId}.`);
  };
  return (resourceId) => below(resourceId) || '/';
};
