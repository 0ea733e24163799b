import { createRequire, isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/**
 * Turns `import { request } from 'node:https'` into a plain `require`. By itself, esbuild copies every property of the
 * module at each import, which takes milliseconds of a cold start. Dynamic imports stay as they are.
 */
export const builtinModules: Plugin = {
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
