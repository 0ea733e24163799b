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
import { definitionSchema, type RestRoute, readGatewayResponses, readRoutes } from './api-definition.ts';
import type { GatewayResponse } from './gateway-response.ts';
import type { Throttles } from './throttle.ts';

export interface RestApi {
  id: string;
  stage: string;
  binaryMediaTypes: string[];
  /** Without it, nothing is compressed. */
  compressionBytesMin: number | undefined;
  routes: RestRoute[];
  responses: Map<string, GatewayResponse>;
  throttles: Throttles;
}

const apiSchema = z.object({
  BinaryMediaTypes: z.array(z.string()).default([]),
  MinimumCompressionSize: z.number().optional(),
  Body: definitionSchema,
});
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

export const readRestApi = (deployment: Deployment): RestApi => {
  const api = getSingleResource(deployment, 'AWS::ApiGateway::RestApi');
  const stage = getSingleResource(deployment, 'AWS::ApiGateway::Stage');
  const { StageName, MethodSettings } = readProperties(deployment, stage, stageSchema);
  const { BinaryMediaTypes, MinimumCompressionSize, Body } = readProperties(deployment, api, apiSchema);
  return {
    id: resolveIdentity(deployment, api).Ref,
    stage: StageName,
    binaryMediaTypes: BinaryMediaTypes,
    compressionBytesMin: MinimumCompressionSize,
    routes: readRoutes(Body, qualifiedName(api)),
    responses: readGatewayResponses(Body, qualifiedName(api)),
    throttles: readThrottles(MethodSettings),
  };
};

/** Keyed by method and path. Slashes within a path are written as ~1. */
const readThrottles = (settings: z.infer<typeof stageSchema>['MethodSettings']): Throttles =>
  new Map(
    settings.flatMap(({ ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit }) =>
      ThrottlingRateLimit === undefined || ThrottlingBurstLimit === undefined
        ? []
        : [
            [
              `${HttpMethod} ${ResourcePath.replace(/^\/~1/, '/').replaceAll('~1', '/')}`,
              { requestsPerSecond: ThrottlingRateLimit, burstMax: ThrottlingBurstLimit },
            ] as const,
          ],
    ),
  );

const getSingleResource = (deployment: Deployment, type: string): Resource => {
  const [first, ...others] = findResources(deployment, type);
  if (first !== undefined && others.length === 0) return first;
  throw new LocalError(
    `The assembly has ${others.length + (first ? 1 : 0)} resources of type ${type}; exactly one is supported.`,
  );
};

export const isBinaryMediaType = (mediaType: string, binaryMediaTypes: string[]): boolean => {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  const [type] = bare.trim().split('/');
  return binaryMediaTypes.some(
    (binaryType) => binaryType === '*/*' || binaryType === `${type}/*` || binaryType.toLowerCase() === bare.trim(),
  );
};
