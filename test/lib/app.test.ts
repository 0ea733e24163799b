import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deployed } from '../../functions/deployed.ts';
import { createApp, synthesize } from '../../lib/app.ts';
import { environments, getSettings } from '../../lib/settings.ts';
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

  it('the same sources in another folder give the same assembly, so a deployment without a change is empty', () => {
    const copy = synthesizeCopy();
    const { bundleDir } = inject('cdk');
    const here = createApp({ ...few, bundleDir, filesDir: '', outDir: join(folder, 'here') }).synth().directory;
    expect(readdirSync(copy)).toEqual(readdirSync(here));
    const written = readdirSync(copy).filter((name) => /\.(template|assets)\.json$/.test(name));
    expect(written).toHaveLength(4);
    for (const file of written)
      expect(readFileSync(join(copy, file), 'utf8')).toBe(readFileSync(join(here, file), 'utf8'));
  }, 180_000);

  it('an unknown environment is rejected before anything is written', async () => {
    await expect(synthesize('prod', join(folder, 'prod'))).rejects.toThrow('Unknown environment "prod".');
    expect(readdirSync(folder)).not.toContain('prod');
  });
});

/** Bundles of consumers hold as much shared code as those of endpoints, and bundling all would take longest. */
const few = {
  ...deployed,
  endpoints: deployed.endpoints.slice(0, 3),
  environments: { x: { ...getSettings('staging'), canaryDeploys: false } },
  validate: false,
};

/** In a child process, because the working directory is one per process and vitest's workers share it. */
const synthesizeCopy = (): string => {
  const copy = join(folder, 'copy');
  for (const name of ['lib', 'functions', 'cdk.json', 'package.json', 'tsconfig.json'])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const program = `const [, root, outDir] = process.argv;
    const { synthesizeApp } = await import(root + '/lib/app.ts');
    const { deployed } = await import(root + '/functions/deployed.ts');
    const { environments } = await import(root + '/lib/settings.ts');
    await synthesizeApp({
      ...deployed,
      endpoints: deployed.endpoints.slice(0, 3),
      dashboardFunctions: [],
      environments: { x: { ...environments.staging, canaryDeploys: false } },
      validate: false,
      outDir,
    });`;
  const assembly = join(folder, 'assembly');
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, '--', copy, assembly], {
    cwd: folder,
    stdio: 'pipe',
  });
  return assembly;
};

describe('npx cdk synth', () => {
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
    execFileSync('npx', ['cdk', 'synth', '--quiet', '--output', outDir], { env: bareEnvironment(), stdio: 'pipe' });
  }, 180_000);

  it('the command needs no credentials and writes the stacks of every environment', () => {
    expect(JSON.parse(read('manifest.json')).artifacts).toMatchObject(
      Object.fromEntries(stacks.map(({ name }) => [name, { type: 'aws:cloudformation:stack' }])),
    );
  });

  it('the template validation runs and reports nothing', () => {
    expect(JSON.parse(read('validation-report.json')).pluginReports).toEqual([]);
  });

  it.each(stacks)('$name is what a program synthesizes, whatever switches the shell has', ({ environment, name }) => {
    expect(read(`${name}.template.json`)).toBe(readAssemblyFile(environment, `${name}.template.json`));
  });
});
