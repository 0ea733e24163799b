import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Metafile, type Plugin, transform } from 'esbuild';

/** What the page of the frame loads, as paths of its origin. */
export interface ChatManifest {
  script: string;
  style: string;
  /** Changes with any file. */
  version: string;
}

export const manifestFile = 'manifest.json';

/** The first versions with light-dark(). */
const target = ['chrome123', 'firefox120', 'safari17.5'];
const shared = { bundle: true, minify: true, legalComments: 'none', target, logLevel: 'warning' } as const;

/**
 * Writes `chat.js`, the files below `assets/`, whose names have a hash of their content, and `manifest.json`. Only the
 * manifest is not served.
 */
export const buildChat = async (outDir: string): Promise<void> => {
  await mkdir(outDir, { recursive: true });
  const [frame] = await Promise.all([buildFrame(outDir), buildLoader(outDir)]);
  await writeFile(join(outDir, manifestFile), JSON.stringify(toManifest(frame)));
};

const buildLoader = async (outDir: string): Promise<void> => {
  const options = { ...shared, format: 'iife' as const, plugins: [styleText], absWorkingDir: outDir };
  const preview = await build({
    ...options,
    entryPoints: { preview: join(import.meta.dirname, 'loader/preview.ts') },
    outdir: join(outDir, 'assets'),
    entryNames: '[name]-[hash]',
    metafile: true,
  });
  const [previewPath = ''] = Object.keys(preview.metafile.outputs);
  await build({
    ...options,
    entryPoints: [join(import.meta.dirname, 'loader/main.ts')],
    outfile: join(outDir, 'chat.js'),
    define: { previewPath: JSON.stringify(`/${previewPath}`) },
  });
};

/** Each language is a chunk that loads alone. */
const buildFrame = async (outDir: string): Promise<Metafile> => {
  const { metafile } = await build({
    ...shared,
    entryPoints: { frame: join(import.meta.dirname, 'frame/main.tsx') },
    outdir: join(outDir, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
    absWorkingDir: outDir,
  });
  return metafile;
};

const toManifest = ({ outputs }: Metafile): ChatManifest => {
  const entry = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('frame/main.tsx'));
  if (!entry?.[1].cssBundle) throw new Error('The build of the chat has no script or no styles.');
  const [script, { cssBundle }] = entry;
  const version = `${script}${cssBundle}`.match(/(?<=-)\w+(?=\.)/g)?.join('') ?? '';
  return { script: `/${script}`, style: `/${cssBundle}`, version };
};

/** The styles of the loader are text: a constructed style sheet needs no permission of the page. */
const styleText: Plugin = {
  name: 'style-text',
  setup: (build) => {
    build.onLoad({ filter: /loader\/\w+\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true, target });
      return { contents: code, loader: 'text' };
    });
  },
};
