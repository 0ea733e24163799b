import * as z from 'zod';
import {
  type Deployment,
  getSingleResource,
  qualifiedName,
  readProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { definitionSchema, type RestRoute, readGatewayResponses, readRoutes } from './api-definition.ts';
import type { GatewayResponse } from './gateway-response.ts';

export interface RestApi {
  id: string;
  stage: string;
  binaryMediaTypes: string[];
  /** Without it, nothing is compressed. */
  compressionBytesMin: number | undefined;
  routes: RestRoute[];
  responses: Map<string, GatewayResponse>;
}

const apiSchema = z.object({
  BinaryMediaTypes: z.array(z.string()).default([]),
  MinimumCompressionSize: z.number().optional(),
  Body: definitionSchema,
});
const stageSchema = z.object({ StageName: z.string() });

export const readRestApi = (deployment: Deployment): RestApi => {
  const api = getSingleResource(deployment, 'AWS::ApiGateway::RestApi');
  const stage = getSingleResource(deployment, 'AWS::ApiGateway::Stage');
  const { StageName } = readProperties(deployment, stage, stageSchema);
  const { BinaryMediaTypes, MinimumCompressionSize, Body } = readProperties(deployment, api, apiSchema);
  return {
    id: resolveIdentity(deployment, api).Ref,
    stage: StageName,
    binaryMediaTypes: BinaryMediaTypes,
    compressionBytesMin: MinimumCompressionSize,
    routes: readRoutes(Body, qualifiedName(api)),
    responses: readGatewayResponses(Body, qualifiedName(api)),
  };
};

export const isBinaryMediaType = (mediaType: string, binaryMediaTypes: string[]): boolean => {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  const [type] = bare.trim().split('/');
  return binaryMediaTypes.some(
    (binaryType) => binaryType === '*/*' || binaryType === `${type}/*` || binaryType.toLowerCase() === bare.trim(),
  );
};
