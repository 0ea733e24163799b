import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { deployed } from '../../functions/deployed.ts';
import { synthesize } from '../../lib/app.ts';
import { listFunctions } from './fixture/functions.ts';
import { getAssemblyDir, readAssemblyFile, readStacks } from './fixture/stacks.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-app-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('synthesize', () => {
  const functions = listFunctions(readStacks('staging').service);
  const { files } = JSON.parse(readAssemblyFile('staging', 'Switchboard-staging-service.assets.json'));
  const names = [...deployed.endpoints, ...deployed.consumers].map(({ name }) => name);

  it.each(names)('the function %s runs its own bundle', (name) => {
    const assetHash = functions.get(name)?.['Properties'].Code.S3Key.replace('.zip', '');
    const deployed = readAssemblyFile('staging', join(files[assetHash].source.path, 'index.js'));
    expect(deployed).toBe(readFileSync(join(inject('cdk').bundleDir, name, 'index.js'), 'utf8'));
  });

  it('the same sources in another folder give the same assembly, so a deployment without a change is empty', () => {
    const copy = synthesizeCopy();
    expect(readdirSync(copy)).toEqual(readdirSync(getAssemblyDir('staging')));
    const written = readdirSync(copy).filter((name) => /\.(template|assets)\.json$/.test(name));
    expect(written).toHaveLength(4);
    for (const file of written) expect(readFileSync(join(copy, file), 'utf8')).toBe(readAssemblyFile('staging', file));
  }, 180_000);

  it('an unknown environment is rejected before anything is written', async () => {
    await expect(synthesize('prod', join(folder, 'prod'))).rejects.toThrow('Unknown environment "prod".');
    expect(readdirSync(folder)).not.toContain('prod');
  });
});

/** In a child process, because the working directory is one per process and vitest's workers share it. */
const synthesizeCopy = (): string => {
  const copy = join(folder, 'copy');
  for (const name of ['lib', 'functions', 'cdk.json', 'package.json', 'tsconfig.json'])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const program = "const { synthesize } = await import(process.argv[1]); await synthesize('staging', process.argv[2]);";
  const assembly = join(folder, 'assembly');
  const argv = ['--input-type=module', '--eval', program, '--', join(copy, 'lib', 'app.ts'), assembly];
  execFileSync(process.execPath, argv, { cwd: folder, stdio: 'pipe' });
  return assembly;
};
