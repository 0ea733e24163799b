import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin, stop } from 'esbuild';
import type { DeployedFunction, EntryText } from '../../functions/model/deployed-function.ts';
import { buildOnce, functionSources, hashSources } from '../build-cache.ts';

const root = join(import.meta.dirname, '../..');

/** By the name of a function. A path begins at the root. */
export type EntryPoints = Record<string, DeployedFunction['entry']>;

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
 * Serves a service on this machine: `<outDir>/<name>/index.mjs` and chunks with the code that functions share, in a
 * fifth of the time. ESM, because esbuild splits nothing else.
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
  plugins: [entryTexts(entryPoints), builtinModules, leanSdk, pureSchemas],
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
  return [...new Set(paths.map((path) => dirname(path)))];
};

/** Modules that no file holds. */
export const entryTexts = (entryPoints: EntryPoints): Plugin => ({
  name: 'entry-texts',
  setup: (build) => {
    build.onResolve({ filter: /^text:/ }, ({ path }) => ({ path: path.slice('text:'.length), namespace: 'text' }));
    build.onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => ({
      contents: (entryPoints[path] as EntryText).text,
      resolveDir: root,
    }));
  },
});

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
const ownCall = /(?<![\w.'"`])(?=(?:defineOperation|optionalField|defaultedField|recordOf|\w+\.check)\()/g;

const markPure = (source: string): string =>
  source.replaceAll(schemaCall, '/* @__PURE__ */ z.').replaceAll(ownCall, '/* @__PURE__ */ ');

const replacement = (file: string, exported = '*'): string =>
  `export ${exported} from ${JSON.stringify(join(root, 'functions/platform/sdk', file))};`;

const leftOut = replacement('left-out.ts');

/**
 * Files of the AWS SDK, which would be a third of every bundle, and what bundles have instead. A call of a part that is
 * left out throws.
 */
const replacements: Record<string, string> = {
  '@aws-sdk/credential-provider-node/dist-es/index.js': replacement('lambda-credentials.ts'),
  '@aws-sdk/client-dynamodb/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveDynamodbEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-s3/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveS3Endpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-secrets-manager/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveSecretsManagerEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-sesv2/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveSesEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/client-sqs/dist-es/endpoint/endpointResolver.js': replacement(
    'endpoints.ts',
    '{ resolveSqsEndpoint as defaultEndpointResolver }',
  ),
  '@aws-sdk/core/dist-es/submodules/client/middleware-user-agent/user-agent-middleware.js':
    replacement('user-agent.ts'),
  '@aws-sdk/core/dist-es/submodules/client/util-user-agent-node/defaultUserAgent.js': `
    ${replacement('user-agent.ts', '{ createDefaultUserAgentProvider }')}
    ${replacement('left-out.ts', '{ crtAvailability, defaultUserAgent }')}`,
  '@aws-sdk/core/dist-es/submodules/client/util-endpoints/aws.js': leftOut,
  '@aws-sdk/middleware-endpoint-discovery/dist-es/index.js': replacement('endpoint-discovery.ts'),
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': leftOut,
  '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js': leftOut,
  '@smithy/core/dist-es/submodules/config/shared-ini-file-loader/loadSharedConfigFiles.js':
    replacement('shared-config.ts'),
  '@smithy/core/dist-es/submodules/event-streams/index.js': `${leftOut}\n${replacement('event-streams.ts')}`,
  '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js': leftOut,
  '@smithy/core/dist-es/submodules/retry/util-retry/DefaultRateLimiter.js': leftOut,
  '@smithy/core/dist-es/submodules/serde/util-body-length/calculateBodyLength.js': replacement('body-length.ts'),
  '@smithy/core/dist-es/submodules/serde/uuid/v4.js': replacement('uuid.ts'),
};

/** Errors of reads and writes of items keep their classes. Any other error keeps its name but has no class. */
const itemErrors = new Set([
  'ConditionalCheckFailedException',
  'IdempotentParameterMismatchException',
  'InternalServerError',
  'ItemCollectionSizeLimitExceededException',
  'ProvisionedThroughputExceededException',
  'ReplicatedWriteConflictException',
  'RequestLimitExceeded',
  'ResourceNotFoundException',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

const withoutTableErrors = (schemas: string): string =>
  schemas.replaceAll(/^n0_registry\.registerError\(.+, (\w+)\);$/gm, (registration, error: string) =>
    itemErrors.has(error) ? registration : '',
  );

const toPath = (file: string): string => join(root, 'node_modules', file);

const leanSdk: Plugin = {
  name: 'lean-sdk',
  setup: (build) => {
    const missing = Object.keys(replacements).find((file) => !existsSync(toPath(file)));
    if (missing !== undefined)
      throw new Error(`The AWS SDK has no file ${missing}. Adapt lib/functions/bundle.ts to it.`);
    // esbuild names files by their real paths.
    const contents = new Map(Object.entries(replacements).map(([file, text]) => [realpathSync(toPath(file)), text]));
    build.onLoad({ filter: toFilter(Object.keys(replacements)) }, ({ path }) => {
      const text = contents.get(path);
      return text === undefined ? undefined : { contents: text, resolveDir: root };
    });
    build.onLoad({ filter: /@aws-sdk\/client-dynamodb\/dist-es\/schemas\/schemas_0\.js$/ }, ({ path }) => ({
      contents: withoutTableErrors(readFileSync(path, 'utf8')),
    }));
    // Clients read only their version.
    build.onLoad({ filter: /@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

const toFilter = (files: readonly string[]): RegExp =>
  new RegExp(`node_modules/(${files.map((file) => file.replaceAll('.', '\\.')).join('|')})$`);
