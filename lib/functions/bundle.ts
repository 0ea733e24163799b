import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { builtinModules } from './bundle-plugins/builtin-modules.ts';
import { leanSdk } from './bundle-plugins/lean-sdk.ts';
import { pureSchemas } from './bundle-plugins/pure-schemas.ts';

/**
 * Bundles every entry point into `<outDir>/<name>/index.js`. One esbuild call, because a call per function takes ten
 * times as long. CommonJS, because Node loads `node:http` and the SDK faster from it than from ESM.
 */
export const bundle = async (entryPoints: Record<string, string>, outDir: string): Promise<void> => {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  await build({
    entryPoints: Object.entries(entryPoints).map(([name, path]) => ({ in: path, out: join(name, 'index') })),
    outdir: outDir,
    // Otherwise every bundle would depend on the working directory.
    absWorkingDir: join(import.meta.dirname, '../..'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    plugins: [builtinModules, leanSdk, pureSchemas],
    legalComments: 'none',
    logLevel: 'warning',
  });
  // Below this repository a bundle would otherwise count as ESM, because of our package.json.
  for (const name of Object.keys(entryPoints))
    writeFileSync(join(outDir, name, 'package.json'), '{"type":"commonjs"}\n');
};
