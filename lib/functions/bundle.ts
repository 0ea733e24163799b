import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { buildOnce, functionSources, hashSources } from '../build-cache.ts';
import { builtinModules } from './bundle-plugins/builtin-modules.ts';
import { leanSdk } from './bundle-plugins/lean-sdk.ts';
import { pureSchemas } from './bundle-plugins/pure-schemas.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles every entry point into `<outDir>/<name>/index.js` and returns the files that are in them. One esbuild call,
 * because a call per function takes ten times as long. CommonJS, because Node loads `node:http` and the SDK faster from
 * it than from ESM.
 */
export const bundle = async (entryPoints: Record<string, string>, outDir: string): Promise<string[]> => {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const { metafile } = await build({
    entryPoints: Object.entries(entryPoints).map(([name, path]) => ({ in: path, out: join(name, 'index') })),
    outdir: outDir,
    // Otherwise every bundle would depend on the working directory.
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    plugins: [builtinModules, leanSdk, pureSchemas],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  // Below this repository a bundle would otherwise count as ESM, because of our package.json.
  for (const name of Object.keys(entryPoints))
    writeFileSync(join(outDir, name, 'package.json'), '{"type":"commonjs"}\n');
  return Object.keys(metafile.inputs);
};

/** Returns a folder with the bundles. Unchanged sources are bundled once. */
export const bundleOnce = (entryPoints: Record<string, string>): Promise<string> => {
  const entries = Object.entries(entryPoints).map(([name, path]) => [name, relative(root, path)] as const);
  // Entry points of tests are outside of functions/.
  const folders = [...new Set(entries.map(([, path]) => dirname(path)))].filter((path) => !/^functions\//.test(path));
  const sources = [...functionSources, ...folders.map((folder) => `${folder}/**/*`)];
  return buildOnce('bundles', hashSources(sources, entries), async (outDir) => {
    const inputs = await bundle(entryPoints, outDir);
    const hashed = ['functions/', ...folders.map((folder) => `${folder}/`), 'builtin:'];
    const isHashed = (input: string): boolean =>
      input.includes('node_modules/') || hashed.some((prefix) => input.startsWith(prefix));
    const missed = inputs.find((input) => !isHashed(input));
    if (missed !== undefined) throw new Error(`The hash of the bundles leaves out ${missed}, which is part of them.`);
  });
};
