import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, inject, it } from 'vitest';
import { addResponseHeadersPolicy } from '../../../lib/dashboard/distribution.ts';

const { dashboardUrl, issuerUrl, baseUrl, environment } = inject('service');

/** The policy as it deploys. */
const readPolicy = () => {
  const stack = new Stack();
  addResponseHeadersPolicy(stack);
  const [policy] = Object.values(Template.fromStack(stack).findResources('AWS::CloudFront::ResponseHeadersPolicy'));
  const { CustomHeadersConfig, SecurityHeadersConfig } = Object(policy).Properties.ResponseHeadersPolicyConfig;
  const custom: { Header: string; Value: string }[] = CustomHeadersConfig.Items;
  return {
    ...Object.fromEntries(custom.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
    'content-security-policy': SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
    'referrer-policy': SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec}; includeSubDomains`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': SecurityHeadersConfig.FrameOptions.FrameOption,
  };
};

it('every path has exactly the headers that deploy', async () => {
  const policy = readPolicy();
  for (const path of ['/', '/w/1/settings/api-keys', '/nothing.js', '/api/session', '/api/nothing', '/auth/nothing']) {
    const response = await fetch(`${dashboardUrl}${path}`, { redirect: 'manual' });
    expect(Object.fromEntries(response.headers), path).toMatchObject(policy);
  }
});

it('every page is the built index.html, which asks the server each time', async () => {
  const response = await fetch(`${dashboardUrl}/w/1/settings/members`);
  expect(response.headers.get('content-type')).toBe('text/html');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await response.text()) ?? [];
  const asset = await fetch(`${dashboardUrl}${script}`);
  expect(asset.status).toBe(200);
  expect(asset.headers.get('cache-control')).toBe('max-age=31536000, immutable');
});

it('the functions know the addresses of this machine', () => {
  const addresses = { DASHBOARD_URL: dashboardUrl, API_BASE_URL: baseUrl, OIDC_ISSUER: issuerUrl };
  expect(environment).toMatchObject({ ...addresses, ALLOW_INSECURE_ISSUER: '1' });
});
