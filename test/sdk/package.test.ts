import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: ['sdk/src/index.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
  });
  return outputFiles[0]?.text ?? '';
};

it('the client has at most 12 KB, compressed, and needs nothing but web standards', async () => {
  const code = await bundle();
  expect(gzipSync(code).length).toBeLessThan(12 * 1_024);
  expect(code).not.toMatch(/\bimport\s*[({"']|\brequire\b|\bprocess\b|\bBuffer\b/);
  expect(JSON.parse(readFileSync('sdk/package.json', 'utf8'))).not.toHaveProperty('dependencies');
});

it('the built package can be imported under its name, with its types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  const installed = join(folder, 'node_modules/switchboard-client');
  run('node_modules/.bin/tsc', '-p', 'sdk/tsconfig.build.json', '--outDir', join(installed, 'dist'));
  writeFileSync(join(installed, 'package.json'), readFileSync('sdk/package.json'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const source = `import { Switchboard, type Contact } from 'switchboard-client';
const client = new Switchboard({ apiKey: 'key', baseUrl: 'http://127.0.0.1:1/v1' });
const name = (contact: Contact): string | null => contact.name;
console.log(typeof client.messages.send, typeof name);
`;
  writeFileSync(join(folder, 'use.ts'), source);
  expect(run(process.execPath, join(folder, 'use.ts'))).toBe('function function\n');
  const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', lib: ['es2022', 'dom'], types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  run('node_modules/.bin/tsc', '-p', folder);
});
