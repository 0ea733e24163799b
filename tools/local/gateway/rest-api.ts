import * as z from 'zod';
import { LocalError } from '../local-error.ts';
import {
  type Deployment,
  findResources,
  qualifiedName,
  type Resource,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { type GatewayResponse, gatewayResponseSchema, readGatewayResponse } from './gateway-response.ts';
import { type Route, toRoute } from './routes.ts';
import type { Throttle } from './throttle.ts';

export interface RestApi {
  id: string;
  stage: string;
  binaryMediaTypes: string[];
  routes: Route[];
  responses: Map<string, GatewayResponse>;
  throttle: Throttle | undefined;
}

const apiSchema = z.object({ BinaryMediaTypes: z.array(z.string()).default([]), Body: z.undefined().optional() });
const resourceSchema = z.object({ ParentId: z.string(), PathPart: z.string() });
const stageSchema = z.object({
  StageName: z.string(),
  MethodSettings: z
    .array(
      z.object({
        ResourcePath: z.string(),
        HttpMethod: z.string(),
        ThrottlingRateLimit: z.number().optional(),
        ThrottlingBurstLimit: z.number().optional(),
      }),
    )
    .default([]),
});
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

export const readRestApi = (deployment: Deployment): RestApi => {
  const api = getSingleResource(deployment, 'AWS::ApiGateway::RestApi');
  const { Ref: id, RootResourceId: rootId = '' } = resolveIdentity(deployment, api);
  const { StageName, MethodSettings } = readProperties(
    deployment,
    getSingleResource(deployment, 'AWS::ApiGateway::Stage'),
    stageSchema,
  );
  return {
    id,
    stage: StageName,
    binaryMediaTypes: readProperties(deployment, api, apiSchema).BinaryMediaTypes,
    routes: readRoutes(deployment, rootId),
    responses: new Map(
      findResources(deployment, 'AWS::ApiGateway::GatewayResponse').map((resource) => {
        const properties = readProperties(deployment, resource, gatewayResponseSchema);
        return [properties.ResponseType, readGatewayResponse(properties, qualifiedName(resource))];
      }),
    ),
    throttle: readThrottle(MethodSettings),
  };
};

/** Of the whole stage; the service sets none for single methods. */
const readThrottle = (settings: z.infer<typeof stageSchema>['MethodSettings']): Throttle | undefined => {
  const stage = settings.find(({ ResourcePath, HttpMethod }) => ResourcePath === '/*' && HttpMethod === '*');
  const { ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burstMax } = stage ?? {};
  return requestsPerSecond === undefined || burstMax === undefined ? undefined : { requestsPerSecond, burstMax };
};

const getSingleResource = (deployment: Deployment, type: string): Resource => {
  const [first, ...others] = findResources(deployment, type);
  if (first !== undefined && others.length === 0) return first;
  throw new LocalError(
    `The assembly has ${others.length + (first ? 1 : 0)} resources of type ${type}; exactly one is supported.`,
  );
};

const readRoutes = (deployment: Deployment, rootId: string): Route[] => {
  const toPath = createPathLookup(deployment, rootId);
  return findResources(deployment, 'AWS::ApiGateway::Method').map((resource) => {
    const { HttpMethod, ResourceId, Integration } = readProperties(deployment, resource, methodSchema);
    const functionArn = /\/functions\/(arn:[^/]+)\/invocations$/.exec(Integration.Uri)?.[1];
    if (functionArn === undefined)
      throw new LocalError(`${qualifiedName(resource)}: Integration.Uri does not name a Lambda function.`);
    return toRoute({
      method: HttpMethod,
      path: toPath(ResourceId),
      resourceId: ResourceId,
      functionArn,
      timeoutMs: Integration.TimeoutInMillis,
    });
  });
};

const createPathLookup = (deployment: Deployment, rootId: string): ((resourceId: string) => string) => {
  const resources = new Map(
    findResources(deployment, 'AWS::ApiGateway::Resource').map((resource) => [
      resolveIdentity(deployment, resource).Ref,
      readProperties(deployment, resource, resourceSchema),
    ]),
  );
  const buildPath = (resourceId: string): string => {
    const resource = resources.get(resourceId);
    if (resource !== undefined) return `${buildPath(resource.ParentId)}/${resource.PathPart}`;
    if (resourceId === rootId) return '';
    throw new LocalError(`The REST API has no resource ${resourceId}.`);
  };
  return (resourceId) => buildPath(resourceId) || '/';
};

export const isBinaryMediaType = (mediaType: string, binaryMediaTypes: string[]): boolean => {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  const [type] = bare.trim().split('/');
  return binaryMediaTypes.some(
    (binaryType) => binaryType === '*/*' || binaryType === `${type}/*` || binaryType.toLowerCase() === bare.trim(),
  );
};
