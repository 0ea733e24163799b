import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { deployed } from '../../../functions/deployed.ts';
import { buildDashboard } from '../../../lib/dashboard/build.ts';
import { getAssemblyDir, listResources, readAssemblyFile, readDashboardStacks } from '../fixture/stacks.ts';

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
  it('the bucket is encrypted, private, and readable for this distribution alone', () => {
    production.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
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
  it('unchanged sources are built once', async () => {
    expect(await buildDashboard()).toBe(inject('cdk').filesDir);
  });

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
