import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../functions/api/endpoints.ts';
import { synthesize } from '../../lib/app.ts';
import { bundle } from '../../lib/functions/bundle.ts';
import { listRoutes } from './fixture/routes.ts';
import { parseTemplate } from './fixture/template.ts';

const assetsShape = z.object({ files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })) });

const folder = mkdtempSync(join(tmpdir(), 'switchboard-synthesize-'));
const bundles = join(folder, 'bundles');
const first = join(folder, 'first');
const second = join(folder, 'second');
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');
const readJson = (...path: string[]): unknown => JSON.parse(read(...path));

beforeAll(async () => {
  await synthesize('staging', first);
  await synthesize('staging', second);
  bundle(Object.fromEntries(endpoints.map(({ operationId, entry }) => [operationId, entry])), bundles);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('synthesize', () => {
  it('returns the folder of the assembly', () => {
    expect(readdirSync(first)).toContain('Switchboard-staging-service.template.json');
  });

  it.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'puts the bundle of %s behind its route',
    (operationId, { method, path }) => {
      const route = routes().find((each) => each.method === method && each.path === path);
      expect(read(assetOf(route?.function.Code.S3Key), 'index.js')).toBe(read(bundles, operationId, 'index.js'));
    },
  );

  it('gives the same files each time, so that a deployment without a change changes nothing', () => {
    expectSameFiles(second, first);
  });

  it('gives the same files from a copy of the sources elsewhere, started somewhere else', () => {
    expectSameFiles(synthesizeCopy(), first);
  }, 180_000);

  it('refuses an environment that it does not know, and names those that it does', async () => {
    const refusal = 'There is no environment "prod". Choose one of: staging, production.';
    await expect(synthesize('prod', join(folder, 'none'))).rejects.toThrow(refusal);
    await expect(synthesize('constructor', join(folder, 'none'))).rejects.toThrow('There is no environment');
  });
});

const expectSameFiles = (assembly: string, expected: string): void => {
  expect(readdirSync(assembly)).toEqual(readdirSync(expected));
  for (const file of readdirSync(expected).filter((name) => /\.(template|assets)\.json$/.test(name))) {
    expect(read(assembly, file)).toBe(read(expected, file));
  }
};

/** In a process of its own, because a process has one working folder, and all tests of a worker share it. */
const synthesizeCopy = (): string => {
  const copy = join(folder, 'copy');
  for (const name of ['lib', 'functions', 'cdk.json', 'package.json', 'tsconfig.json'])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const program = "const { synthesize } = await import(process.argv[1]); await synthesize('staging', process.argv[2]);";
  const assembly = join(folder, 'of-copy');
  const argv = ['--input-type=module', '--eval', program, '--', join(copy, 'lib', 'synthesize.ts'), assembly];
  execFileSync(process.execPath, argv, { cwd: folder, stdio: 'pipe' });
  return assembly;
};

const routes = () =>
  listRoutes({
    data: parseTemplate(readJson(first, 'Switchboard-staging-data.template.json')),
    service: parseTemplate(readJson(first, 'Switchboard-staging-service.template.json')),
  });

const assetOf = (key: string | undefined): string => {
  const { files } = assetsShape.parse(readJson(first, 'Switchboard-staging-service.assets.json'));
  return join(first, files[key?.replace('.zip', '') ?? '']?.source.path ?? 'no asset');
};
