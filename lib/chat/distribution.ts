import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { domainProps, toFiles, toFunctions, toGlobalName, toMedia } from '../distribution-parts.ts';
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

export const addChatDistribution = (
  scope: Construct,
  { api, bucket, mediaBucket, settings }: ChatDistributionProps,
): Distribution => {
  const responseHeadersPolicy = addResponseHeadersPolicy(scope);
  const functionAssociations = [{ eventType: FunctionEventType.VIEWER_REQUEST, function: addPathFunction(scope) }];
  const common = { responseHeadersPolicy, functionAssociations };
  const toApi = toFunctions(scope, api, responseHeadersPolicy);
  return new Distribution(scope, 'Distribution', {
    comment: 'Switchboard web chat',
    httpVersion: HttpVersion.HTTP2_AND_3,
    defaultBehavior: toFiles(scope, bucket, ViewerProtocolPolicy.HTTPS_ONLY, common),
    additionalBehaviors: {
      '/api/*': toApi,
      '/frame/*': toApi,
      '/test/*': toApi,
      // The settings are the same for everyone, and every page of a website asks for them.
      '/sites/*': {
        ...toApi,
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      },
      '/media/*': toMedia(scope, mediaBucket, common),
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
