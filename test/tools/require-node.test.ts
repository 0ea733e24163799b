import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const guard = 'tools/require-node.cjs';

/** Runs the shell command of a script with a `node` that reports another version of itself. */
const runWithNode = (version: string, command: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pretend = join(folder, 'version.cjs');
  writeFileSync(
    pretend,
    `Object.defineProperty(process, 'version', { value: 'v${version}' });
     Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nexec "${process.execPath}" --require "${pretend}" "$@"\n`, {
    mode: 0o755,
  });
  const PATH = [folder, resolve('node_modules/.bin'), process.env['PATH']].join(':');
  return spawnSync('/bin/sh', ['-c', command], { env: { PATH }, encoding: 'utf8' });
};

/** `check` runs other scripts, and `prepare` runs no Node. */
const scripts = Object.entries(packageJson.scripts).filter(([name]) => !['check', 'prepare'].includes(name));

it.each(scripts)('npm run %s starts with the guard', (_, command) => {
  expect(command).toMatch(
    /^(exec env MALLOC_ARENA_MAX=2 )?node (tools\/require-node\.cjs && |--require \.\/tools\/require-node\.cjs )/,
  );
});

it.each([`node ${guard} && echo passed`, `node --require ./${guard} -e "console.log('passed')"`])(
  '%s says in one sentence which Node it needs',
  (command) => {
    const { status, stdout, stderr } = runWithNode('20.19.0', command);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Node 24 or newer is required, but this is v20\.19\.0\. .*run "npm ci"[^\n]*\n$/);
  },
);

it('npm run check only runs other scripts, which have the guard', () => {
  const parts = packageJson.scripts.check.split(' && ').map((part) => part.replace('npm run -s ', ''));
  expect(parts.filter((name) => !scripts.some(([known]) => known === name))).toEqual([]);
});

it('cdk starts its app behind the same guard', () => {
  expect(JSON.parse(readFileSync('cdk.json', 'utf8')).app).toContain(`--require ./${guard} `);
});

it('Node 24 and later pass the guard', () => {
  for (const version of ['24.0.0', '26.1.0'])
    expect(runWithNode(version, `node ${guard} && echo passed`)).toMatchObject({ status: 0, stdout: 'passed\n' });
});
