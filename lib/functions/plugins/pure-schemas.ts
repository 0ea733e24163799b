import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/**
 * Lets esbuild drop schemas that a bundle does not use. zod marks its functions as free of side effects, but esbuild
 * follows such a mark only within a file. The rights in a contract are for the stack, so no bundle has them.
 */
export const pureSchemas: Plugin = {
  name: 'pure-schemas',
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      return { contents: markPure(path.endsWith('/contract.ts') ? withoutGrants(source) : source), loader: 'ts' };
    });
  },
};

/** Parsing has an effect: it throws. */
const schemaCall = /(?<![\w.'"`])z\.(?!\w*(?:parse|code|config|regist))(?=[\w.]+\()/gi;

/** Our own functions that only build schemas, contracts and the like, so that a bundle holds those of its operation alone. */
const ownCall =
  /(?<![\w.'"`])(?=(?:defineOperation|optionalField|defaultedField|recordOf|leaveOut|jsonProtocol|\w+\.check)\()/g;

/**
 * A constant that one of these calls makes. esbuild keeps a call with a template or a property among its arguments, but
 * drops a function around it. Our format indents every line of a statement, or starts it with a closing bracket.
 */
const pureConstant =
  /^((?:export )?const \w+(?:: [^=\n]+)? =\s+)(\/\* @__PURE__ \*\/ (?:[^\n]|\n(?=[\s)}\]]))*?);\n(?!\n*[ )}\]])/gm;

const grants = /,\s*grants: (?:\[[^\]]*\]|\w+)/g;

const grantsConstant = /^const \w*Grants = \[[^\]]*\](?: as const)?;$/gm;

const withoutGrants = (source: string): string => source.replaceAll(grants, '').replaceAll(grantsConstant, '');

const markPure = (source: string): string =>
  source
    .replaceAll(schemaCall, '/* @__PURE__ */ z.')
    .replaceAll(ownCall, '/* @__PURE__ */ ')
    .replaceAll(pureConstant, '$1/* @__PURE__ */ (() => $2)();\n');
