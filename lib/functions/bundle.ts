import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Bundles every entry point into a folder of its own, `<outDir>/<name>/index.js`, with one esbuild call: a call per
 * function takes ten times as long. CommonJS, because Node loads `node:http` and the SDK faster from it than from ESM.
 */
export const bundle = (entryPoints: Record<string, string>, outDir: string): void => {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  buildSync({
    entryPoints: Object.entries(entryPoints).map(([name, path]) => ({ in: path, out: join(name, 'index') })),
    outdir: outDir,
    // Else the alias below, and with it every bundle, would depend on where the command was started.
    absWorkingDir: join(import.meta.dirname, '../..'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': './functions/platform/lambda-credentials.ts' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  // A bundle that runs somewhere below this repository would otherwise count as ESM, by the repository's own file.
  for (const name of Object.keys(entryPoints))
    writeFileSync(join(outDir, name, 'package.json'), '{"type":"commonjs"}\n');
};
