import { expect, it } from 'vitest';
import { deployed } from '../../functions/deployed.ts';
import { checkSettings } from '../../lib/check-settings.ts';
import { getSettings } from '../../lib/settings.ts';
import { dashboardEnvironments } from './fixture/dashboard-environments.ts';
import { listFunctions } from './fixture/functions.ts';
import { listResources, readStacks } from './fixture/stacks.ts';

const readChat = () => {
  const { chat, dashboard } = readStacks('full');
  if (!chat || !dashboard) throw new Error('The environment has no web chat.');
  return { chat, dashboard };
};

it('the functions of the chat have an origin of their own, which the dashboard knows, and never its secrets', () => {
  const { chat, dashboard } = readChat();
  const functions = listFunctions(chat);
  expect([...functions.keys()].sort()).toEqual(['chatSite', 'chatVisitor']);
  for (const [, { Properties }] of functions) {
    expect(Properties.Environment.Variables).toMatchObject({ CHAT_URL: 'https://chat.example.com' });
    expect(Properties.ReservedConcurrentExecutions).toBe(dashboardEnvironments.full.webChat.reservedConcurrency);
    expect(Object.keys(Properties.Environment.Variables).join()).not.toMatch(/OIDC|DASHBOARD|MSGAPP|SOCIAL/);
  }
  expect(functions.get('chatSite')?.['Properties'].Environment.Variables).not.toHaveProperty('ENCRYPTION_SECRET_ID');
  for (const name of ['dashboard', 'dashboardChannels'])
    expect(listFunctions(dashboard).get(name)?.['Properties'].Environment.Variables.CHAT_URL).toBe(
      'https://chat.example.com',
    );
});

it('only the paths of the functions and of files leave the bucket, and only the settings are kept at the edge', () => {
  const [distribution] = listResources(readChat().chat, 'AWS::CloudFront::Distribution');
  const { CacheBehaviors } = distribution?.['Properties'].DistributionConfig ?? {};
  const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  const rows = CacheBehaviors.map((row: Record<string, string>) => [
    row['PathPattern'],
    row['CachePolicyId'] === disabled,
  ]);
  expect(rows).toEqual([
    ['/api/*', true],
    ['/frame/*', true],
    ['/test/*', true],
    ['/sites/*', false],
    ['/media/*', true],
  ]);
  const routes = listResources(readChat().chat, 'AWS::ApiGatewayV2::Route').map(({ Properties: row }) => row.RouteKey);
  expect(routes.sort()).toEqual(
    deployed.chatFunctions.flatMap(({ paths }) => paths.map((path) => `ANY ${path}`)).sort(),
  );
});

it('other websites may embed the frame, whose own policy the distribution leaves as it is', () => {
  const [policy] = listResources(readChat().chat, 'AWS::CloudFront::ResponseHeadersPolicy');
  const { SecurityHeadersConfig, CustomHeadersConfig } = policy?.['Properties'].ResponseHeadersPolicyConfig ?? {};
  expect(SecurityHeadersConfig.ContentSecurityPolicy).toEqual({
    ContentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    Override: false,
  });
  expect(SecurityHeadersConfig).not.toHaveProperty('FrameOptions');
  expect(CustomHeadersConfig.Items).toContainEqual({
    Header: 'Cross-Origin-Resource-Policy',
    Value: 'cross-origin',
    Override: true,
  });
});

it('the loader is new within minutes, its hashed files are kept for a year, and nothing costs without visits', () => {
  const deployments = listResources(readChat().chat, 'Custom::CDKBucketDeployment').map(({ Properties }) => [
    Properties.DestinationBucketKeyPrefix,
    Properties.SystemMetadata['cache-control'],
  ]);
  expect(deployments).toEqual([
    ['assets', 'max-age=31536000, immutable'],
    [undefined, 'public, max-age=300'],
  ]);
  const types = new Set(Object.values(readChat().chat.toJSON()['Resources']).map((resource) => Object(resource).Type));
  expect([...types].join()).not.toMatch(/ProvisionedConcurrency|WAFv2|NatGateway|ElasticLoad|Cluster|AWS::KMS::Key/);
});

it('a web chat needs a dashboard, and an address for the links of mails', () => {
  const settings = { ...getSettings('staging'), webChat: { reservedConcurrency: 10 } };
  const { dashboard } = dashboardEnvironments.plain;
  expect(() => checkSettings('staging', settings)).toThrow('dashboard is not');
  const email = { sender: 'chat@example.com', dashboardUrl: 'https://dashboard.example.com' };
  expect(() => checkSettings('staging', { ...settings, dashboard, email })).toThrow('set webChat.domain');
  const webChat = { reservedConcurrency: 10, url: 'http://chat.example.com' };
  expect(() => checkSettings('staging', { ...settings, dashboard, webChat })).toThrow('webChat.url is "http://');
});
