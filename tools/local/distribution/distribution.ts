import type { HttpApi } from '../http-api/http-api.ts';
import { LocalError } from '../local-error.ts';
import {
  type Deployment,
  findResources,
  qualifiedName,
  type Resource,
  readAllProperties,
  resolveIdentity,
} from '../template/deployment.ts';
import { type BucketFiles, readBucketFiles } from './bucket-files.ts';
import {
  type BehaviorProperties,
  distributionSchema,
  managedPolicies,
  type OriginProperties,
} from './distribution-schema.ts';
import { type EdgeFunction, readEdgeFunction } from './edge-function.ts';
import { type PolicyHeader, readResponseHeaders } from './response-headers.ts';

export interface ApiOrigin {
  kind: 'api';
  api: HttpApi;
  /** Replace headers of the same name that the viewer sent. */
  customHeaders: (readonly [name: string, value: string])[];
}

type Origin = { kind: 'files'; files: BucketFiles } | ApiOrigin;

export interface Behavior {
  pathPattern: string;
  allowedMethods: string[];
  origin: Origin;
  edgeFunction: EdgeFunction | undefined;
  responseHeaders: PolicyHeader[];
}

export interface Distribution {
  rootObject: string | undefined;
  /** The first that matches answers; the last one matches every path. */
  behaviors: Behavior[];
}

export const findDistribution = (deployment: Deployment): Resource | undefined => {
  const [first, ...others] = findResources(deployment, 'AWS::CloudFront::Distribution');
  if (others.length > 0)
    throw new LocalError(`The assembly has ${others.length + 1} distributions; at most one is supported.`);
  return first;
};

export const readDistribution = (deployment: Deployment, resource: Resource, apis: HttpApi[]): Distribution => {
  const { DistributionConfig: config } = readAllProperties(deployment, resource, distributionSchema);
  const origins = new Map(config.Origins.map((origin) => [origin.Id, readOrigin(deployment, resource, origin, apis)]));
  const toBehavior = (properties: BehaviorProperties, pathPattern: string): Behavior =>
    readBehavior(deployment, resource, origins, { ...properties, PathPattern: pathPattern });
  return {
    rootObject: config.DefaultRootObject,
    behaviors: [
      ...config.CacheBehaviors.map((behavior) => toBehavior(behavior, behavior.PathPattern)),
      toBehavior(config.DefaultCacheBehavior, '*'),
    ],
  };
};

const readOrigin = (
  deployment: Deployment,
  distribution: Resource,
  { Id, DomainName, OriginCustomHeaders }: OriginProperties,
  apis: HttpApi[],
): Origin => {
  const api = apis.find(({ domainName }) => domainName === DomainName);
  const customHeaders = OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue] as const);
  if (api !== undefined) return { kind: 'api', api, customHeaders };
  const bucket = findResources(deployment, 'AWS::S3::Bucket')
    .map((resource) => resolveIdentity(deployment, resource))
    .find(({ RegionalDomainName }) => RegionalDomainName === DomainName);
  if (bucket !== undefined) return { kind: 'files', files: readBucketFiles(deployment, bucket.Ref) };
  throw new LocalError(
    `${qualifiedName(distribution)}: the origin ${Id} is neither a bucket nor an HTTP API of the assembly.`,
  );
};

/** Nothing is cached on this machine, and an API behind CloudFront sees another host. */
const checkApiPolicies = ({ CachePolicyId, OriginRequestPolicyId }: BehaviorProperties, location: string): void => {
  const isSupported =
    CachePolicyId === managedPolicies.cachingDisabled &&
    OriginRequestPolicyId === managedPolicies.allViewerExceptHostHeader;
  if (!isSupported)
    throw new LocalError(
      `${location} is not supported locally: an API needs CachingDisabled and AllViewerExceptHostHeader.`,
    );
};

const getResource = (deployment: Deployment, type: string, id: string, location: string): Resource => {
  const found = findResources(deployment, type).find((resource) => resolveIdentity(deployment, resource).Ref === id);
  if (found === undefined) throw new LocalError(`${location} names ${id}, which is no ${type} of the assembly.`);
  return found;
};

const readBehavior = (
  deployment: Deployment,
  distribution: Resource,
  origins: Map<string, Origin>,
  properties: BehaviorProperties & { PathPattern: string },
): Behavior => {
  const location = `${qualifiedName(distribution)}: the behavior ${properties.PathPattern}`;
  const origin = origins.get(properties.TargetOriginId);
  if (origin === undefined) throw new LocalError(`${location} has no origin ${properties.TargetOriginId}.`);
  const [association] = properties.FunctionAssociations;
  const get = (type: string, id: string) => getResource(deployment, type, id, location);
  const policyId = properties.ResponseHeadersPolicyId;
  if (origin.kind === 'api') checkApiPolicies(properties, location);
  return {
    pathPattern: properties.PathPattern,
    allowedMethods: properties.AllowedMethods,
    origin,
    edgeFunction:
      association && readEdgeFunction(deployment, get('AWS::CloudFront::Function', association.FunctionARN)),
    responseHeaders: policyId
      ? readResponseHeaders(deployment, get('AWS::CloudFront::ResponseHeadersPolicy', policyId))
      : [],
  };
};
