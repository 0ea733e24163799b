import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { originKey, toGlobalName } from '../dashboard/distribution.ts';
import type { WebChatSettings } from './settings.ts';

/** A file of the media bucket loses the folder, which its signature does not cover. */
const pathCode = `function handler(event) {
  const request = event.request;
  if (request.uri.startsWith('/media/')) request.uri = request.uri.slice(6);
  return request;
}
`;

interface ChatDistributionProps {
  api: HttpApi;
  bucket: Bucket;
  mediaBucket: IBucket;
  settings: WebChatSettings;
}

/** Takes from the API only its id, as the dashboard's does. */
export const addChatDistribution = (
  scope: Construct,
  { api, bucket, mediaBucket, settings }: ChatDistributionProps,
): Distribution => {
  const responseHeadersPolicy = addResponseHeadersPolicy(scope);
  const { region, urlSuffix } = Stack.of(scope);
  const functionAssociations = [{ eventType: FunctionEventType.VIEWER_REQUEST, function: addPathFunction(scope) }];
  const toFunctions: BehaviorOptions = {
    origin: new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
      customHeaders: { 'x-origin-key': originKey(scope) },
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    responseHeadersPolicy,
  };
  return new Distribution(scope, 'Distribution', {
    comment: 'Switchboard web chat',
    httpVersion: HttpVersion.HTTP2_AND_3,
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessControl: new S3OriginAccessControl(scope, 'FilesAccess', {
          originAccessControlName: toGlobalName(scope),
        }),
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy,
      functionAssociations,
    },
    additionalBehaviors: {
      '/api/*': toFunctions,
      '/frame/*': toFunctions,
      // The settings are the same for everyone, and every page of a website asks for them.
      '/sites/*': {
        ...toFunctions,
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      },
      // Files go to and from the bucket with signatures that the functions give out, and nothing else does.
      '/media/*': {
        origin: new HttpOrigin(mediaBucket.bucketRegionalDomainName),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: new OriginRequestPolicy(scope, 'MediaRequests', {
          originRequestPolicyName: toGlobalName(scope),
          comment: 'Passes on signatures, and no cookies',
          queryStringBehavior: OriginRequestQueryStringBehavior.all(),
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        responseHeadersPolicy,
        functionAssociations,
      },
    },
    ...domainProps(scope, settings.domain),
  });
};

const addPathFunction = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, 'PathFunction', {
    comment: 'Finds the files of messages in their bucket',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(pathCode),
  });

const domainProps = (scope: Construct, domain: WebChatSettings['domain']) => {
  if (!domain) return {};
  return {
    domainNames: [domain.name],
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', domain.certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
  };
};

/** Other websites embed the loader and the frame, so both may be loaded from there. */
const customHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
};

/** The page of the frame has a policy of its own, which names the websites that may embed it. */
const addResponseHeadersPolicy = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName: toGlobalName(scope),
    comment: 'Switchboard web chat',
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        override: false,
      },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(customHeaders).map(([header, value]) => ({ header, value, override: true })),
    },
  });
