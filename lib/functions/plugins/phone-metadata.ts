import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const packageDir = join(import.meta.dirname, '../../../node_modules/libphonenumber-js');

/** What bundles leave out. */
const formatFile = join(packageDir, 'es6-modern/format.js');
const metadataFile = join(packageDir, 'metadata.min.json');

/**
 * Leaves out how phone numbers are formatted, which no function does, and parses the rest when the first number is read:
 * text loads faster than the same object in JavaScript, and few calls read a number.
 */
export const phoneMetadata: Plugin = {
  name: 'phone-metadata',
  setup: (build) => {
    const missing = [formatFile, metadataFile].find((file) => !existsSync(file));
    if (missing !== undefined)
      throw new Error(`libphonenumber-js has no file ${missing}. Adapt lib/functions/plugins/phone-metadata.ts to it.`);
    build.onLoad({ filter: /libphonenumber-js\/metadata\.min\.json\.js$/ }, () => ({ contents: toLazyModule() }));
    build.onLoad({ filter: /libphonenumber-js\/es6-modern\/format\.js$/ }, () => ({
      contents: `
        const leftOut = () => {
          throw new Error('Bundles leave out the formats of phone numbers: see lib/functions/plugins/phone-metadata.ts.');
        };
        export { leftOut as default, leftOut as chooseFormatForNumber };`,
    }));
  },
};

interface Metadata {
  version: number;
  country_calling_codes: Record<string, string[]>;
  countries: Record<string, unknown[]>;
  nonGeographic: Record<string, unknown[]>;
}

/** The place of the formats in the metadata of a country, since version 3. */
const formats = 4;

const toLazyModule = (): string => {
  const metadata = JSON.parse(readFileSync(metadataFile, 'utf8')) as Metadata;
  if (metadata.version !== 4)
    throw new Error(
      `libphonenumber-js has metadata of version ${metadata.version}, not 4. Adapt lib/functions/plugins/phone-metadata.ts to it.`,
    );
  for (const country of [metadata.countries, metadata.nonGeographic].flatMap(Object.values)) country[formats] = 0;
  const getters = Object.keys(metadata).map((name) => `get ${name}() { return load().${name}; }`);
  return `
    let metadata;
    const load = () => (metadata ??= JSON.parse(${JSON.stringify(JSON.stringify(metadata))}));
    export default { ${getters.join(', ')} };`;
};
