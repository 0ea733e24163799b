import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, inject, it } from 'vitest';
import { deployed } from '../../../functions/deployed.ts';
import {
  customDomain,
  dashboardEnvironmentNames,
  dashboardEnvironments,
  firewallArn,
} from '../fixture/dashboard-environments.ts';
import { getAssemblyDir, listResources, readAssemblyFile, readDashboardStacks } from '../fixture/stacks.ts';

const getConfig = (environment: (typeof dashboardEnvironmentNames)[number]) => {
  const [distribution] = listResources(readDashboardStacks(environment).dashboard, 'AWS::CloudFront::Distribution');
  return distribution?.['Properties'].DistributionConfig;
};

/** Policies that AWS manages. */
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe.each(dashboardEnvironmentNames)('distribution of %s', (environment) => {
  const config = getConfig(environment);
  const toDomain = (behavior: { TargetOriginId: string }) =>
    config.Origins.find(({ Id }: { Id: string }) => Id === behavior.TargetOriginId).DomainName;

  it('every behavior answers with the security headers and only over TLS', () => {
    const behaviors = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
    expect(behaviors).toHaveLength(4);
    for (const behavior of behaviors) {
      expect(behavior.ResponseHeadersPolicyId).toBe('<Headers>');
      expect(behavior.ViewerProtocolPolicy).toMatch(/^(https-only|redirect-to-https)$/);
    }
  });

  it('the functions get everything but the host for each request, without a cache between', () => {
    expect(config.CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
      '/api/*',
      '/auth/*',
      '/media/*',
    ]);
    for (const behavior of config.CacheBehaviors.slice(0, 2)) {
      expect(behavior).toMatchObject({ CachePolicyId: cachingDisabled, OriginRequestPolicyId: allViewerExceptHost });
      expect(toDomain(behavior)).toBe('<HttpApi>.execute-api.<AWS::Region>.<AWS::URLSuffix>');
    }
  });

  it('the files of messages come from their bucket, which gets the signature, no cookies and its own host', () => {
    const [, , behavior] = config.CacheBehaviors;
    expect(behavior).toMatchObject({ CachePolicyId: cachingDisabled, OriginRequestPolicyId: '<MediaRequests>' });
    expect(toDomain(behavior)).toBe('<Media.RegionalDomainName>');
    const [policy] = listResources(readDashboardStacks(environment).dashboard, 'AWS::CloudFront::OriginRequestPolicy');
    expect(policy?.['Properties'].OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
  });

  it('all other paths are files, of which the cache passes neither cookies nor queries on', () => {
    expect(config.DefaultCacheBehavior).toMatchObject({ CachePolicyId: cachingOptimized });
    expect(config.DefaultCacheBehavior).not.toHaveProperty('OriginRequestPolicyId');
    expect(toDomain(config.DefaultCacheBehavior)).toBe('<Files.RegionalDomainName>');
  });

  it('errors of the functions reach the page as they are', () => {
    expect(config).not.toHaveProperty('CustomErrorResponses');
  });
});

it('the names that CloudFront wants unique in the account differ between regions', () => {
  const { dashboard } = readDashboardStacks('plain');
  const name = 'Switchboard-plain-dashboard-<AWS::Region>';
  dashboard.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: Match.objectLike({ Name: name }),
  });
  dashboard.hasResourceProperties('AWS::CloudFront::OriginAccessControl', {
    OriginAccessControlConfig: Match.objectLike({ Name: name }),
  });
});

describe('page function', () => {
  const [code] = listResources(readDashboardStacks('plain').dashboard, 'AWS::CloudFront::Function').map(
    ({ Properties }) => Properties.FunctionCode,
  );
  const run = (uri: string) => runInNewContext(`${code}; handler({ request: ${JSON.stringify({ uri })} })`);
  const rewrite = (uri: string): string => run(uri).uri;

  it.each(['/', '/sign-in', '/w/0192/settings/api-keys', '/you/sessions/'])('%s is served by index.html', (path) => {
    expect(rewrite(path)).toBe('/index.html');
  });

  it('the API reference is a page of its own, in a folder to which its links are relative', () => {
    expect(rewrite('/reference/')).toBe('/reference/index.html');
    expect(run('/reference')).toMatchObject({ statusCode: 301, headers: { location: { value: '/reference/' } } });
    expect(rewrite('/references')).toBe('/index.html');
  });

  it('a file of a message loses the folder, which its signature does not cover', () => {
    expect(rewrite('/media/0192/0193')).toBe('/0192/0193');
    expect(rewrite('/media/')).toBe('/');
  });

  it.each([
    '/index.html',
    '/reference/reference.css',
    '/reference/llms.txt',
    '/assets/index-Bxt7NpjO.js',
    '/favicon.svg',
  ])('%s is served as it is', (path) => expect(rewrite(path)).toBe(path));
});

interface Rate {
  Limit: number;
  ScopeDownStatement: { RegexMatchStatement?: { RegexString: string } };
}

describe('custom domain and firewall', () => {
  it('a custom domain has its certificate and TLS 1.2, and the web ACL of the settings protects it', () => {
    expect(getConfig('full')).toMatchObject({
      Aliases: [customDomain],
      ViewerCertificate: {
        AcmCertificateArn: dashboardEnvironments.full.dashboard.domain.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
      WebACLId: firewallArn,
    });
  });

  it('without these settings there is neither', () => {
    for (const property of ['Aliases', 'ViewerCertificate', 'WebACLId'])
      expect(getConfig('plain')).not.toHaveProperty(property);
  });

  it('the edge stack in us-east-1 makes a web ACL for CloudFront and puts out its ARN', () => {
    const { artifacts } = JSON.parse(readAssemblyFile('full', 'manifest.json'));
    expect(artifacts['Switchboard-full-edge'].environment).toBe('aws://unknown-account/us-east-1');
    const { Resources, Outputs } = JSON.parse(readAssemblyFile('full', 'Switchboard-full-edge.template.json'));
    expect(Resources).toMatchObject({ Firewall: { Type: 'AWS::WAFv2::WebACL', Properties: { Scope: 'CLOUDFRONT' } } });
    const limits = Resources.Firewall.Properties.Rules.flatMap(
      ({
        Name,
        Statement: { RateBasedStatement: rate },
      }: {
        Name: string;
        Statement: { RateBasedStatement?: Rate };
      }) => (rate ? [[Name, rate.Limit, rate.ScopeDownStatement.RegexMatchStatement?.RegexString]] : []),
    );
    expect(limits).toEqual([
      ['RequestsPerAddress', 30_000, undefined],
      ['SignInsPerAddress', 200, '^/auth/'],
    ]);
    expect(Outputs.FirewallArn.Value).toEqual({ 'Fn::GetAtt': ['Firewall', 'Arn'] });
  });

  it("the service's web ACL also protects the pages of the user pool", () => {
    const { service } = readDashboardStacks('full');
    const protectedArns = listResources(service, 'AWS::WAFv2::WebACLAssociation').map(
      ({ Properties }) => Properties.ResourceArn,
    );
    expect(protectedArns).toHaveLength(2);
    expect(protectedArns).toContain('<UserPool.Arn>');
  });
});

const [policy] = listResources(readDashboardStacks('plain').dashboard, 'AWS::CloudFront::ResponseHeadersPolicy').map(
  ({ Properties }) => Properties.ResponseHeadersPolicyConfig,
);
const contentSecurityPolicy: string = policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;

describe('response headers', () => {
  it('the page may load only what comes from its own origin, connect only to it and its socket, and no script may write HTML', () => {
    expect(contentSecurityPolicy).toBe(
      "default-src 'none'; script-src 'self'; " +
        "style-src 'self' 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self' wss://<EventApi.Dns.Realtime>; media-src 'self' blob:; " +
        "manifest-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });

  it('the one style hash is that of the style which the installed react-aria inserts to stop scrolling', () => {
    const source = readFileSync('node_modules/react-aria/dist/private/overlays/usePreventScroll.mjs', 'utf8');
    const [, style = ''] = /style\.textContent = `([^`]+)`\.trim\(\)/.exec(source) ?? [];
    expect(style).not.toContain('${');
    const hash = createHash('sha256').update(style.trim()).digest('base64');
    expect(contentSecurityPolicy.match(/sha256-[^']+/g)).toEqual([`sha256-${hash}`]);
  });

  it('TLS holds for two years, and nobody may frame the page, sniff types or learn its address', () => {
    expect(policy.SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    });
    expect(policy.CustomHeadersConfig.Items).toEqual(
      [
        ['Cross-Origin-Opener-Policy', 'same-origin'],
        ['Cross-Origin-Resource-Policy', 'same-origin'],
        ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'],
      ].map(([Header, Value]) => ({ Header, Value, Override: true })),
    );
  });

  it('no other origin is allowed to read an answer', () => expect(policy).not.toHaveProperty('CorsConfig'));
});

const { dashboard } = readDashboardStacks('plain');
const production = readDashboardStacks('full').dashboard;
const { files } = JSON.parse(readAssemblyFile('plain', 'Switchboard-plain-dashboard.assets.json'));
const deployments = new Map(
  listResources(dashboard, 'Custom::CDKBucketDeployment').map(({ id, ...resource }) => [id, resource]),
);
const assets = deployments.get('AssetsDeploymentCustomResource');
const page = deployments.get('PageDeploymentCustomResource');
const listDeployed = (deployment: typeof assets): string[] => {
  const [key = ''] = deployment?.['Properties'].SourceObjectKeys ?? [];
  return readdirSync(join(getAssemblyDir('plain'), files[key.replace('.zip', '')].source.path));
};

describe('files of the dashboard', () => {
  it('the bucket is readable for this distribution alone', () => {
    const [policy] = listResources(production, 'AWS::S3::BucketPolicy').map(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    expect(policy).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      {
        Effect: 'Allow',
        Action: 's3:GetObject',
        Resource: '<Files.Arn>/*',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: {
          StringEquals: {
            'AWS:SourceArn': 'arn:<AWS::Partition>:cloudfront::<AWS::AccountId>:distribution/<Distribution>',
          },
        },
      },
    ]);
  });

  it('a stack that may be deleted empties its bucket first', () => {
    expect(listResources(dashboard, 'Custom::S3AutoDeleteObjects')).toHaveLength(1);
    production.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
  });

  it('hashed files are cached for ever and those of earlier deployments stay', () => {
    expect(assets?.['Properties']).toMatchObject({
      DestinationBucketKeyPrefix: 'assets',
      SystemMetadata: { 'cache-control': 'max-age=31536000, immutable' },
      Prune: false,
    });
    expect(listDeployed(assets)).not.toEqual([]);
    for (const file of listDeployed(assets)) expect(file).toMatch(/-[\w-]{8}\.\w+$/);
  });

  it('the page is never cached and comes after the files that it names and the functions that it calls', () => {
    expect(page?.['Properties']).toMatchObject({ SystemMetadata: { 'cache-control': 'no-cache' }, Prune: false });
    expect(page?.['Properties']).not.toHaveProperty('DestinationBucketKeyPrefix');
    expect(page?.['DependsOn']).toContainEqual(expect.stringMatching(/^AssetsDeploymentCustomResource/));
    for (const { name } of deployed.dashboardFunctions)
      expect(page?.['DependsOn']).toContainEqual(expect.stringMatching(new RegExp(`^${name}Live`)));
    expect(listDeployed(page)).toEqual(expect.arrayContaining(['index.html', 'reference']));
    for (const name of ['assets', '.vite']) expect(listDeployed(page)).not.toContain(name);
  });
});

describe('build of the front end', () => {
  it('every file that the page names exists, and React is the one for production', () => {
    const dir = inject('cdk').filesDir;
    const html = readFileSync(join(dir, 'index.html'), 'utf8');
    const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(named).toContainEqual(expect.stringMatching(/\.js$/));
    for (const path of named) expect(existsSync(join(dir, path)), path).toBe(true);
    const scripts = readdirSync(join(dir, 'assets')).filter((name) => name.endsWith('.js'));
    const code = scripts.map((name) => readFileSync(join(dir, 'assets', name), 'utf8')).join();
    expect(code).toContain('react.dev/errors/');
    expect(code).not.toContain('React DevTools');
  });

  it.each(['index.html', 'reference/index.html'])(
    '%s has no script or style of its own, which its security policy would block',
    (name) => {
      const html = readFileSync(join(inject('cdk').filesDir, name), 'utf8');
      expect(html).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|javascript:/i);
    },
  );
});
