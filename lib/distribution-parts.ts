import { Fn, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** What the distributions of the dashboard and of the web chat have in common. */
type Common = Required<Pick<BehaviorOptions, 'responseHeadersPolicy' | 'functionAssociations'>>;

/** The built files. */
export const toFiles = (
  scope: Construct,
  bucket: Bucket,
  viewerProtocolPolicy: ViewerProtocolPolicy,
  common: Common,
): BehaviorOptions => ({
  origin: S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl: new S3OriginAccessControl(scope, 'FilesAccess', {
      originAccessControlName: toGlobalName(scope),
    }),
  }),
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  viewerProtocolPolicy,
  ...common,
});

/** Takes from the API only its id. */
export const toFunctions = (
  scope: Construct,
  api: HttpApi,
  responseHeadersPolicy: ResponseHeadersPolicy,
): BehaviorOptions => ({
  origin: new HttpOrigin(`${api.apiId}.execute-api.${Stack.of(scope).region}.${Stack.of(scope).urlSuffix}`, {
    customHeaders: { 'x-origin-key': originKey(scope) },
  }),
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  responseHeadersPolicy,
});

/**
 * The files of messages, so the content security policy names no other origin. A request is signed for the host of the
 * bucket by the function that gave its address out; nothing else is let through.
 */
export const toMedia = (scope: Construct, mediaBucket: IBucket, common: Common): BehaviorOptions => ({
  origin: new HttpOrigin(mediaBucket.bucketRegionalDomainName),
  allowedMethods: AllowedMethods.ALLOW_ALL,
  cachePolicy: CachePolicy.CACHING_DISABLED,
  originRequestPolicy: new OriginRequestPolicy(scope, 'MediaRequests', {
    originRequestPolicyName: toGlobalName(scope),
    comment: 'Passes on signatures, and no cookies',
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  }),
  viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
  ...common,
});

export const domainProps = (scope: Construct, domain: { name: string; certificateArn: string } | undefined) => {
  if (!domain) return {};
  return {
    domainNames: [domain.name],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };
};

/**
 * The API has an address of its own, where a caller could forge the addresses that CloudFront forwards. The functions
 * believe them only with this header, whose value no caller knows: the random part of the stack's id.
 */
export const originKey = (scope: Construct): string => Fn.select(2, Fn.split('/', Stack.of(scope).stackId));

/** CloudFront's names are unique in the account, so a second region needs names of its own. */
export const toGlobalName = (scope: Construct): string => {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${region}`;
};
