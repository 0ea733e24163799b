import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/dashboard/operations.ts';
import { buildDashboard } from '../../lib/dashboard/build.ts';

interface ManifestEntry {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
}

const kilobyte = 1_000;
let outDir: string;
let manifest: Record<string, ManifestEntry>;

beforeAll(async () => {
  outDir = await buildDashboard();
  manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'));
});

const entryOf = (name: string): ManifestEntry => {
  const entry = manifest[name];
  if (!entry) throw new Error(`Vite's manifest has no entry "${name}".`);
  return entry;
};

/** The entry and everything that it imports before it runs. */
const loadedWith = (name: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of entryOf(name).imports ?? []) loadedWith(imported, seen);
  return seen;
};

const gzipBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(outDir, file))).length, 0);

const main = () => loadedWith('index.html');

test('the JavaScript before the first page shows is at most 133 KB, compressed', () => {
  const files = [...main()].map((name) => entryOf(name).file);
  expect(gzipBytes(files)).toBeLessThanOrEqual(133 * kilobyte);
});

const styles = () =>
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.css'));

test('of the contract of an operation, the build holds only its method and path', () => {
  const scripts = Object.values(manifest)
    .filter(({ file }) => file.endsWith('.js'))
    .map(({ file }) => readFileSync(join(outDir, file), 'utf8'))
    .join('\n');
  for (const [id, { method, path }] of Object.entries(operations))
    expect(scripts).toMatch(new RegExp(`\\b${id}"?:["'\`]${`${method} ${path}`.replaceAll(/[{}]/g, '\\$&')}["'\`]`));
  expect(scripts).not.toContain('channelEncryption');
  expect(scripts.includes('must be an email address')).toBe(false);
});

test('all styles are one file of at most 24 KB, compressed', () => {
  expect(styles()).toHaveLength(1);
  expect(gzipBytes(styles())).toBeLessThanOrEqual(24 * kilobyte);
});

test('the style sheet names the layers in order before any of them has a rule', () => {
  for (const sheet of styles()) {
    const layers = readFileSync(join(outDir, sheet), 'utf8').match(/(?<=@layer )[a-z, ]+/g) ?? [];
    const named = [...new Set(layers.flatMap((names) => names.split(/, ?/)))];
    expect(named.slice(0, 5), sheet).toEqual(['tokens', 'base', 'components', 'pages', 'motion']);
  }
});

const pages = () => Object.keys(manifest).filter((name) => /^pages\/.*-page\.tsx$/.test(name));

/** People stay in the inbox all day and in the composer for a while, so they may weigh more than other pages. */
const pageMax = (page: string) => (page.includes('inbox') ? 64 : page.includes('composer') ? 42 : 40) * kilobyte;

test('the first page needs at most six files of JavaScript', () => {
  expect(main().size).toBeLessThanOrEqual(6);
});

test('a page adds, without its dialogs, at most four files of 40 KB, 42 KB for the composer, 64 KB for the inbox', () => {
  expect(pages().length).toBeGreaterThan(0);
  for (const page of pages()) {
    const files = [...loadedWith(page)].filter((name) => !main().has(name)).map((name) => entryOf(name).file);
    expect(files.length, page).toBeLessThanOrEqual(4);
    expect(gzipBytes(files), page).toBeLessThanOrEqual(pageMax(page));
  }
});

test('the first page does not load the code of menus and dialogs', () => {
  const withMenus = Object.keys(manifest).filter((name) =>
    readFileSync(join(outDir, entryOf(name).file), 'utf8').includes('menuitemradio'),
  );
  expect(withMenus.length).toBeGreaterThan(0);
  expect(withMenus.filter((name) => main().has(name))).toEqual([]);
});
