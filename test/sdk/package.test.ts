import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes } from '../../tools/reference/api-document.ts';
import { buildSamples } from '../../tools/reference/samples.ts';
import { apiDocument } from '../support/described-api.ts';
import { codeBlocks } from '../support/snippets.ts';

const document = apiDocument;

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

it('the client takes at most 12 KB, compressed, because it needs only web standards', async () => {
  const code = await bundle();
  expect(gzipSync(code).length).toBeLessThan(12 * 1_024);
  expect(code).not.toMatch(/\bimport\s*[({"']|\brequire\b|\bprocess\b|\bBuffer\b/);
  expect(JSON.parse(readFileSync('sdk/package.json', 'utf8'))).not.toHaveProperty('dependencies');
});

describe('the package that would be published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  const installed = join(folder, 'node_modules/@switchboard-messaging/client');
  let files: string[] = [];

  const run = (command: string, args: string[], cwd = folder): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd });
    expect(status, `${stdout}${stderr}`).toBe(0);
    return stdout;
  };

  const write = (name: string, content: string | object) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

  beforeAll(() => {
    const packed = run('npm', ['pack', '--json', '--pack-destination', folder], 'sdk');
    const [{ filename, files: entries }] = JSON.parse(packed);
    files = entries.map(({ path }: { path: string }) => path);
    mkdirSync(installed, { recursive: true });
    run('tar', ['-xzf', filename, '--strip-components=1', '-C', installed]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('it has the compiled files of both module systems, their types and maps, a license, and nothing else', () => {
    const text = files.filter((path) => !path.startsWith('dist/'));
    expect(text.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
    for (const path of ['', 'cjs/'].map((part) => `dist/${part}client`))
      expect(files).toEqual(expect.arrayContaining([`${path}.js`, `${path}.js.map`, `${path}.d.ts`]));
    expect(
      files.filter((path) => !/\.(js|js\.map|d\.ts)$|^[^/]+$|^dist\/(cjs\/package|mcp\/tools)\.json$/.test(path)),
    ).toEqual([]);
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(installed, 'dist/client.js.map'), 'utf8'));
    expect(sourcesContent).toEqual([readFileSync('sdk/src/client.ts', 'utf8')]);
    expect(sources).toHaveLength(1);
    const {
      private: isPrivate,
      repository,
      license,
    } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect([isPrivate, repository.directory, license]).toEqual([undefined, 'sdk', 'Apache-2.0']);
  });

  const use = `const client = new Switchboard({ apiKey: 'key', baseUrl: 'http://127.0.0.1:1/v1' });
console.log(typeof client.messages.send, typeof verifyWebhook);
`;

  it.each([
    ['use.mjs', `import { Switchboard, verifyWebhook } from '@switchboard-messaging/client';\n${use}`],
    ['use.cjs', `const { Switchboard, verifyWebhook } = require('@switchboard-messaging/client');\n${use}`],
  ])('a program imports it: %s', (name, source) => {
    write(name, source);
    expect(run(process.execPath, ['--no-experimental-require-module', name])).toBe('function function\n');
  });

  it('only the package for ESM has its command, which runs', () => {
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const program = join(installed, bin.switchboard);
    expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(run(process.execPath, [program, 'listen', '--help'])).toMatch(/^Usage: switchboard listen/);
    expect(files.filter((path) => path.startsWith('dist/cjs/cli/'))).toEqual([]);
    const { stdout } = spawnSync(process.execPath, [program, 'mcp', '--tools', 'me'], {
      input: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n',
      env: { SWITCHBOARD_API_KEY: 'key' },
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout).result.tools).toMatchObject([{ name: 'getMe' }]);
  });

  const strict = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2023',
    typeRoots: [resolve('node_modules/@types')],
  };

  const compile = (compilerOptions: object, sources: Record<string, string>) => {
    for (const [name, source] of Object.entries(sources)) write(name, source);
    write('tsconfig.json', { compilerOptions: { ...strict, ...compilerOptions }, files: Object.keys(sources) });
    run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
  };

  const typed = `import { type Contact, Switchboard, verifyWebhook } from '@switchboard-messaging/client';
export const name = (contact: Contact): string | null => contact.name;
${use}// @ts-expect-error The types are there: an unknown channel is refused.
client.conversations.list({ channel: 'fax' });
`;

  const chat = `import { loadChat } from '@switchboard-messaging/client/chat';
const { context, on } = loadChat({ site: 'site_1', url: 'https://chat.example.com', element: document.body });
on('message', ({ name, text }) => context({ name, text }));
// @ts-expect-error There is no such event.
on('mail', () => undefined);
`;

  it('its types hold for bundlers, without those of Node, and those of the web chat, too', () => {
    const browser = { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2023', 'dom'] };
    compile({ ...browser, skipLibCheck: false }, { 'use.ts': typed, 'chat.ts': chat });
  });

  it.each([
    ['chat.mjs', `import { loadChat } from '@switchboard-messaging/client/chat';\n`],
    ['chat.cjs', `const { loadChat } = require('@switchboard-messaging/client/chat');\n`],
  ])('a server that renders a page may load the web chat, which does nothing there: %s', (name, source) => {
    write(
      name,
      `${source}const { open } = loadChat({ site: 'site_1', url: 'https://chat.example.com' });
open();
console.log('Rendered');`,
    );
    expect(run(process.execPath, ['--no-experimental-require-module', name])).toBe('Rendered\n');
  });

  it('programs in CommonJS and ESM, every block of the README and every sample of the reference compile in strict mode', () => {
    const blocks = codeBlocks(readFileSync('sdk/README.md', 'utf8'), 'ts');
    expect(blocks.length).toBeGreaterThan(5);
    const given =
      "import { Switchboard as Client } from '@switchboard-messaging/client';\ndeclare const client: Client;\n";
    const toSource = (block: string) => (block.includes('const client =') ? block : `${given}${block}`);
    const readme = blocks.map((block, position) => [`readme-${position}.mts`, toSource(block)]);
    const samples = document.tags
      .flatMap(({ name }) => listRoutes(document, name))
      .flatMap((route) => buildSamples(document, route).flatMap(({ client }) => client ?? []));
    expect(samples.length).toBeGreaterThan(50);
    const reference = { 'reference.mts': `${given}${samples.map((sample) => `{\n${sample}\n}\n`).join('')}` };
    const sources = { 'use.cts': typed, 'use.mts': typed, ...Object.fromEntries(readme), ...reference };
    compile({ module: 'node16', types: ['node'], lib: ['es2023'], skipLibCheck: true }, sources);
  });
});
