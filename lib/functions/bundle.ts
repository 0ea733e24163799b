import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, stop } from 'esbuild';
import { buildOnce, functionSources, hashSources } from '../build-cache.ts';
import { builtinModules } from './plugins/builtin-modules.ts';
import { type EntryPoints, entryTexts } from './plugins/entry-texts.ts';
import { leanSdk } from './plugins/lean-sdk.ts';
import { phoneMetadata } from './plugins/phone-metadata.ts';
import { pureSchemas } from './plugins/pure-schemas.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles every entry point into `<outDir>/<name>/index.js` and returns the files that are in them. One esbuild call,
 * because a call per function takes ten times as long. CommonJS, because Node loads `node:http` and the SDK faster from
 * it than from ESM.
 */
export const bundle = async (entryPoints: EntryPoints, outDir: string): Promise<string[]> => {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const { metafile } = await build({ ...toOptions(entryPoints, outDir), format: 'cjs', metafile: true });
  // Below this repository a bundle would otherwise count as ESM, because of our package.json.
  for (const name of Object.keys(entryPoints))
    writeFileSync(join(outDir, name, 'package.json'), '{"type":"commonjs"}\n');
  return Object.keys(metafile.inputs);
};

/**
 * For a service on this machine: `<outDir>/<name>/index.mjs` and chunks with the code that functions share, in a fifth of
 * the time. ESM, because esbuild splits nothing else.
 */
export const bundleInChunks = async (entryPoints: EntryPoints, outDir: string): Promise<void> => {
  await build({
    ...toOptions(entryPoints, outDir),
    format: 'esm',
    splitting: true,
    outExtension: { '.js': '.mjs' },
    banner: { js: 'import { createRequire as toRequire } from "module"; const require = toRequire(import.meta.url);' },
  });
  await stop();
};

const toOptions = (entryPoints: EntryPoints, outDir: string): BuildOptions => ({
  entryPoints: Object.entries(entryPoints).map(([name, entry]) => ({
    in: typeof entry === 'string' ? entry : `text:${name}`,
    out: join(name, 'index'),
  })),
  outdir: outDir,
  // Otherwise every bundle would depend on the working directory.
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  plugins: [entryTexts(entryPoints), builtinModules, leanSdk, phoneMetadata, pureSchemas],
  legalComments: 'none',
  logLevel: 'warning',
});

/** Returns a folder with the bundles. Unchanged sources are bundled once. */
export const bundleOnce = (entryPoints: EntryPoints): Promise<string> => {
  // Entry points of tests are outside of functions/.
  const folders = listFolders(entryPoints).filter((folder) => !folder.startsWith('functions/'));
  const sources = [...functionSources, ...folders.map((folder) => `${folder}/**/*`)];
  return buildOnce('bundles', hashSources(sources, entryPoints), async (outDir) => {
    const inputs = await bundle(entryPoints, outDir);
    const hashed = ['functions/', ...folders.map((folder) => `${folder}/`), 'builtin:', 'text:'];
    const isHashed = (input: string): boolean =>
      input.includes('node_modules/') || hashed.some((prefix) => input.startsWith(prefix));
    const missed = inputs.find((input) => !isHashed(input));
    if (missed !== undefined) throw new Error(`The hash of the bundles leaves out ${missed}, which is part of them.`);
  });
};

const listFolders = (entryPoints: EntryPoints): string[] => {
  const paths = Object.values(entryPoints).flatMap((entry) =>
    typeof entry === 'string' ? entry : [...entry.text.matchAll(/from '\.\/(.+)'/g)].map(([, path]) => String(path)),
  );
  return [...new Set(paths.map((path) => dirname(relative(root, resolve(root, path)))))];
};
