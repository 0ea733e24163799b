import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { DeployedFunction, EntryText } from '../../../functions/model/deployed-function.ts';

/** The entries of functions by name. A path begins at the root. */
export type EntryPoints = Record<string, DeployedFunction['entry']>;

/** Resolves entries that no file holds. */
export const entryTexts = (entryPoints: EntryPoints): Plugin => ({
  name: 'entry-texts',
  setup: (build) => {
    build.onResolve({ filter: /^text:/ }, ({ path }) => ({ path: path.slice('text:'.length), namespace: 'text' }));
    build.onLoad({ filter: /.*/, namespace: 'text' }, ({ path }) => ({
      contents: (entryPoints[path] as EntryText).text,
      resolveDir: join(import.meta.dirname, '../../..'),
    }));
  },
});
