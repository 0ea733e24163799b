import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildTools } from '../mcp/tool.ts';
import { type ApiDocument, writeApiTypes } from './api-types.ts';

const usage = `Usage: npm run sdk [-- --check | --build]

Writes the types of the client, sdk/src/api-types.ts, from the OpenAPI document.

  --check   write nothing; fail if the file is not current
  --build   compile the package into sdk/dist as well
`;

const typesPath = 'sdk/src/api-types.ts';

export const main = (argv: readonly string[]): number => {
  const [option, ...others] = argv;
  if (others.length > 0 || (option !== undefined && !['--check', '--build'].includes(option))) {
    process.stderr.write(usage);
    return option === '--help' ? 0 : 2;
  }
  const types = format(
    writeApiTypes(JSON.parse(readFileSync('functions/api/openapi/openapi.json', 'utf8')) as ApiDocument),
  );
  if (option === '--check') return check(types);
  writeFileSync(typesPath, types);
  process.stdout.write(`Wrote ${typesPath}.\n`);
  return option === '--build' ? build() : 0;
};

const check = (types: string): number => {
  if (readFileSync(typesPath, 'utf8') === types) {
    process.stdout.write("The client's types are current.\n");
    return 0;
  }
  process.stderr.write(`${typesPath} is not current. Run "npm run sdk" and commit the result.\n`);
  return 1;
};

const format = (source: string): string => {
  const { status, stdout, stderr } = spawnSync(
    'node_modules/.bin/biome',
    ['format', `--stdin-file-path=${typesPath}`],
    { input: source, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The types could not be formatted: ${stderr}`);
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
