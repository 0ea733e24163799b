import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildTools } from '../mcp/tool.ts';
import type { ApiDocument } from '../reference/api-document.ts';
import { writeCalls } from './calls.ts';
import { writeApiTypes } from './types.ts';

const usage = `Usage: npm run sdk [-- --check | --build]

Writes the types of the client, sdk/src/api-types.ts, and its plain methods, sdk/src/calls.ts, from the OpenAPI document
and the texts of the operations.

  --check   write nothing; fail if a file is not current
  --build   compile the package into sdk/dist as well
`;

const sources: Record<string, (document: ApiDocument) => string> = {
  'sdk/src/api-types.ts': writeApiTypes,
  'sdk/src/calls.ts': writeCalls,
};

export const main = (argv: readonly string[]): number => {
  const [option, ...others] = argv;
  if (others.length > 0 || (option !== undefined && !['--check', '--build'].includes(option))) {
    process.stderr.write(usage);
    return option === '--help' ? 0 : 2;
  }
  const document = JSON.parse(readFileSync('functions/operations/openapi/openapi.json', 'utf8')) as ApiDocument;
  const files = Object.entries(sources).map(([path, write]) => ({ path, content: format(path, write(document)) }));
  if (option === '--check') return check(files);
  for (const { path, content } of files) writeFileSync(path, content);
  process.stdout.write(`Wrote ${Object.keys(sources).join(' and ')}.\n`);
  return option === '--build' ? build() : 0;
};

interface SourceFile {
  path: string;
  content: string;
}

const check = (files: SourceFile[]): number => {
  const stale = files.filter(({ path, content }) => readFileSync(path, 'utf8') !== content);
  if (stale.length === 0) {
    process.stdout.write("The client's types and methods are current.\n");
    return 0;
  }
  for (const { path } of stale)
    process.stderr.write(`${path} is not current. Run "npm run sdk" and commit the result.\n`);
  return 1;
};

const format = (path: string, source: string): string => {
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${path}`], {
    input: source,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${path} could not be formatted: ${stderr}`);
  return stdout;
};

const build = (): number => {
  rmSync('sdk/dist', { recursive: true, force: true });
  for (const config of ['build', 'cjs']) {
    const args = ['node_modules/typescript/bin/tsc', '-p', `sdk/tsconfig.${config}.json`];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  writeFileSync('sdk/dist/cjs/package.json', '{ "type": "commonjs" }\n');
  writeFileSync('sdk/dist/mcp/tools.json', JSON.stringify(buildTools()));
  // npm packs only what is in the package's folder.
  copyFileSync('LICENSE', 'sdk/LICENSE');
  process.stdout.write('Built sdk/dist.\n');
  return 0;
};
