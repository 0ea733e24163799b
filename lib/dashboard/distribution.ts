import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { domainProps, toFiles, toFunctions, toGlobalName, toMedia } from '../distribution-parts.ts';
import type { DashboardSettings } from './settings.ts';

/**
 * A file of the media bucket loses the folder, which its signature does not cover. Every page is index.html, except for the API reference, whose links are relative to its folder. An error page of
 * CloudFront would do, but would also replace the 404s of the functions.
 */
const pageCode = `function handler(event) {
  const request = event.request;
  if (request.uri.startsWith('/media/')) {
    request.uri = request.uri.slice(6);
    return request;
  }
  if (request.uri === '/reference') return { statusCode: 301, headers: { location: { value: '/reference/' } } };
  if (request.uri === '/reference/') request.uri = '/reference/index.html';
  else if (!request.uri.includes('.')) request.uri = '/index.html';
  return request;
}
`;

export interface DistributionProps {
  api: HttpApi;
  bucket: Bucket;
  mediaBucket: IBucket;
  /** Pages open sockets at this host. */
  socketHost: string | undefined;
  settings: DashboardSettings;
}

/** Takes from the API only its id, and the functions take the domain from here: see the test on circles. */
export const addDistribution = (
  scope: Construct,
  { api, bucket, mediaBucket, socketHost, settings }: DistributionProps,
): Distribution => {
  const responseHeadersPolicy = addResponseHeadersPolicy(scope, socketHost);
  const toApi = toFunctions(scope, api, responseHeadersPolicy);
  const functionAssociations = [{ eventType: FunctionEventType.VIEWER_REQUEST, function: addPageFunction(scope) }];
  const common = { responseHeadersPolicy, functionAssociations };
  return new Distribution(scope, 'Distribution', {
    comment: 'Switchboard dashboard',
    httpVersion: HttpVersion.HTTP2_AND_3,
    defaultBehavior: toFiles(scope, bucket, ViewerProtocolPolicy.REDIRECT_TO_HTTPS, common),
    additionalBehaviors: {
      '/api/*': toApi,
      '/auth/*': toApi,
      '/media/*': toMedia(scope, mediaBucket, common),
    },
    ...domainProps(scope, settings.domain),
    ...(settings.firewallArn === undefined ? {} : { webAclId: settings.firewallArn }),
  });
};

const addPageFunction = (scope: Construct): EdgeFunction =>
  new EdgeFunction(scope, 'PageFunction', {
    comment: 'Serves index.html for every path without a dot, and the API reference',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(pageCode),
  });

/** Allows the one style that react-aria inserts itself, on iOS. */
const reactAriaStyleHash = 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=';

const toContentSecurityPolicy = (socketHost: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${reactAriaStyleHash}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socketHost === undefined ? '' : ` wss://${socketHost}`}`,
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const customHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
};

const addResponseHeadersPolicy = (scope: Construct, socketHost: string | undefined): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'Headers', {
    responseHeadersPolicyName: toGlobalName(scope),
    comment: 'Switchboard dashboard',
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: toContentSecurityPolicy(socketHost), override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(customHeaders).map(([header, value]) => ({ header, value, override: true })),
    },
  });
