import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deployed } from '../../functions/deployed.ts';
import { synthesize } from '../../lib/app.ts';
import { environments } from '../../lib/settings.ts';
import { testedEnvironments } from './fixture/dashboard-environments.ts';
import { listFunctions } from './fixture/functions.ts';
import { readAssemblyFile, readStacks } from './fixture/stacks.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-app-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('synthesize', () => {
  it('every function runs its own bundle', () => {
    const functions = listFunctions(readStacks('staging').service);
    const { files } = JSON.parse(readAssemblyFile('staging', 'Switchboard-staging-service.assets.json'));
    for (const { name } of [...deployed.endpoints, ...deployed.consumers]) {
      const assetHash = functions.get(name)?.['Properties'].Code.S3Key.replace('.zip', '');
      const bundle = readAssemblyFile('staging', join(files[assetHash].source.path, 'index.js'));
      expect(bundle === readFileSync(join(inject('cdk').bundleDir, name, 'index.js'), 'utf8'), name).toBe(true);
    }
  });

  it.each(Object.keys(testedEnvironments))('every stack of %s names its project and environment', (environment) => {
    const { artifacts } = JSON.parse(readAssemblyFile(environment, 'manifest.json'));
    const stacks = Object.entries<{ type: string; properties: object }>(artifacts).filter(
      ([, { type }]) => type === 'aws:cloudformation:stack',
    );
    expect(stacks.length).toBeGreaterThan(1);
    for (const [name, { properties }] of stacks)
      expect(properties, name).toMatchObject({ tags: { project: 'switchboard', environment } });
  });

  it('an unknown environment is rejected before anything is written', async () => {
    await expect(synthesize('prod', join(folder, 'prod'))).rejects.toThrow('Unknown environment "prod".');
    expect(readdirSync(folder)).not.toContain('prod');
  });
});

describe('npx cdk synth', () => {
  const copy = join(folder, 'copy');
  const outDir = join(folder, 'cdk.out');
  const read = (file: string): string => readFileSync(join(outDir, file), 'utf8');
  const stacks = Object.keys(environments).flatMap((environment) =>
    ['data', 'service'].map((stack) => ({ environment, name: `Switchboard-${environment}-${stack}` })),
  );

  /** An empty home and no AWS variables, so there are neither credentials nor a region; and switches for local use. */
  const bareEnvironment = (): NodeJS.ProcessEnv => ({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name))),
    HOME: folder,
    ALLOW_INSECURE_ISSUER: '1',
    ALLOW_LOCAL_WEBHOOKS: '1',
    SIMULATOR_URL: '1',
  });

  beforeAll(() => {
    for (const name of [
      'bin',
      'lib',
      'functions',
      'tools/require-node.cjs',
      'cdk.json',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ])
      cpSync(name, join(copy, name), { recursive: true });
    const { bundleDir } = inject('cdk');
    cpSync(bundleDir, join(copy, '.local/cache/bundles', basename(bundleDir)), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const args = ['cdk', 'synth', '--quiet', '--output', outDir];
    execFileSync('npx', args, { cwd: copy, env: bareEnvironment(), stdio: 'pipe' });
  }, 600_000);

  it('the command needs no credentials and writes the stacks of every environment', () => {
    expect(JSON.parse(read('manifest.json')).artifacts).toMatchObject(
      Object.fromEntries(stacks.map(({ name }) => [name, { type: 'aws:cloudformation:stack' }])),
    );
  });

  it('the bundle of a function is the same in another folder', () => {
    const script = `import { bundle } from './lib/functions/bundle.ts';
      import { endpoints } from './functions/api/endpoints.ts';
      const { name, entry } = endpoints.find(({ name }) => name === 'sendMessage');
      await bundle({ [name]: entry }, '${join(folder, 'bundles')}');`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: copy, env: bareEnvironment() });
    const path = 'sendMessage/index.js';
    expect(readFileSync(join(folder, 'bundles', path), 'utf8')).toBe(
      readFileSync(join(inject('cdk').bundleDir, path), 'utf8'),
    );
  });

  it('the template validation runs and reports nothing', () => {
    expect(JSON.parse(read('validation-report.json')).pluginReports).toEqual([]);
  });

  it.each(stacks)(
    '$name is the same in another folder and for a program, whatever switches the shell has, so a deployment without a change is empty',
    ({ environment, name }) =>
      expect(read(`${name}.template.json`)).toBe(readAssemblyFile(environment, `${name}.template.json`)),
  );
});
