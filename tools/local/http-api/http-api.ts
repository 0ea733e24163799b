import * as z from 'zod';
import type { FunctionRoute } from '../gateway/routes.ts';
import { LocalError } from '../local-error.ts';
import {
  type Deployment,
  findResources,
  qualifiedName,
  type Resource,
  readAllProperties,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { toApiDomain } from '../template/resource-identity.ts';

export interface HttpApi {
  id: string;
  domainName: string;
  stage: string;
  routes: FunctionRoute[];
}

const apiSchema = z.strictObject({
  Name: z.string(),
  ProtocolType: z.literal('HTTP'),
  Description: z.string().optional(),
  DisableExecuteApiEndpoint: z.literal(false).optional(),
  Tags: z.unknown().optional(),
});
/** Another stage would be part of every path. */
const stageSchema = z.object({ ApiId: z.string(), StageName: z.literal('$default') });
const routeSchema = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.literal('NONE').optional(),
});
const integrationSchema = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('1.0'),
  TimeoutInMillis: z.number().default(30_000),
});

export const readHttpApi = (deployment: Deployment, api: Resource): HttpApi => {
  readAllProperties(deployment, api, apiSchema);
  const { Ref: id } = resolveIdentity(deployment, api);
  const [stage] = findResources(deployment, 'AWS::ApiGatewayV2::Stage')
    .map((resource) => readProperties(deployment, resource, stageSchema))
    .filter(({ ApiId }) => ApiId === id);
  if (stage === undefined) throw new LocalError(`${qualifiedName(api)}: the API has no stage.`);
  return { id, domainName: toApiDomain(id), stage: stage.StageName, routes: readRoutes(deployment, id) };
};

const readRoutes = (deployment: Deployment, apiId: string): FunctionRoute[] =>
  findResources(deployment, 'AWS::ApiGatewayV2::Route').flatMap((resource) => {
    const { ApiId, RouteKey, Target } = readAllProperties(deployment, resource, routeSchema);
    if (ApiId !== apiId) return [];
    const [, method, path] = /^([A-Z]+) (\/.*)$/.exec(RouteKey) ?? [];
    if (method === undefined || path === undefined)
      throw new LocalError(`${qualifiedName(resource)}: the route key ${RouteKey} is not supported locally.`);
    return { method, path, resourceId: RouteKey, ...readIntegration(deployment, resource, Target) };
  });

const readIntegration = (
  deployment: Deployment,
  route: Resource,
  target: string,
): Pick<FunctionRoute, 'functionArn' | 'timeoutMs'> => {
  const integration = findResources(deployment, 'AWS::ApiGatewayV2::Integration').find(
    (resource) => target === `integrations/${resolveIdentity(deployment, resource).Ref}`,
  );
  if (integration === undefined) throw new LocalError(`${qualifiedName(route)}: Target names no integration.`);
  const { IntegrationUri, TimeoutInMillis } = readAllProperties(deployment, integration, integrationSchema);
  return { functionArn: IntegrationUri, timeoutMs: TimeoutInMillis };
};
