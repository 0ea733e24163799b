import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildOnce, functionSources, hashSources } from '../build-cache.ts';
import { leanSdk } from './bundle-plugins/lean-sdk.ts';

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

const require = createRequire(import.meta.url);

/**
 * Turns `import { request } from 'node:https'` into a plain `require`. By itself, esbuild copies every property of the
 * module at each import, which takes milliseconds of a cold start. Dynamic imports stay as they are.
 */
const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup: (build) => {
    build.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'builtin', sideEffects: false }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: toSource(`node:${path}`) }));
  },
};

/** Reading `crypto.fips` prints a warning. */
const excluded = ['default', 'fips'];

const toSource = (name: string): string => {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(require(name) as object))
    .filter(([property]) => /^[A-Za-z]\w*$/.test(property) && !excluded.includes(property))
    .map(([property, descriptor]) => {
      const local = `builtin_${property}`;
      return `const ${local} = ${toValue(name, property, descriptor)};\nexport { ${local} as ${property} };`;
    });
  return [`const builtin = require('${name}');`, 'export default builtin;', ...properties].join('\n');
};

/** Node loads some parts only when their property is read, so a function is looked up at its first call. */
const toValue = (name: string, property: string, { get }: PropertyDescriptor): string =>
  get && /^[a-z]/.test(property) && typeof require(name)[property] === 'function'
    ? `(...args) => builtin.${property}(...args)`
    : `/* @__PURE__ */ (() => builtin.${property})()`;

/**
 * Lets esbuild drop schemas that a bundle does not use. zod marks its functions as free of side effects, but esbuild
 * follows such a mark only within a file.
 */
const pureSchemas: Plugin = {
  name: 'pure-schemas',
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: markPure(readFileSync(path, 'utf8')), loader: 'ts' }));
  },
};

/** Parsing has an effect: it throws. */
const schemaCall = /(?<![\w.'"`])z\.(?!\w*(?:parse|code|config|regist))(?=[\w.]+\()/gi;

/** Our own functions that only build schemas and contracts, so that a bundle holds the contract of its operation alone. */
const ownCall = /(?<![\w.'"`])(?=(?:defineEndpoint|optionalField|defaultedField|recordOf|\w+\.check)\()/g;

const markPure = (source: string): string =>
  source.replaceAll(schemaCall, '/* @__PURE__ */ z.').replaceAll(ownCall, '/* @__PURE__ */ ');
