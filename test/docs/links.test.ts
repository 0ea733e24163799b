import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runAdmin } from '../support/admin.ts';
import { codeSpans, fencedLines, type Page, pages, readPage, withoutFencedBlocks } from './pages.ts';

const relativeLinks = ({ text }: Page): string[] =>
  [...withoutFencedBlocks(text).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target]) => String(target));

const repositoryPaths = ({ text }: Page): string[] =>
  codeSpans(withoutFencedBlocks(text)).filter((code) =>
    /^(bin|lib|functions|tools|test|docs|examples)\/[\w./-]*$/.test(code),
  );

/** GitHub's anchor of a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const hasAnchor = ({ text }: Page, anchor: string): boolean =>
  [...text.matchAll(/^#+ (.+)$/gm)].some(([, heading]) => toAnchor(String(heading)) === anchor);

const isReachable = (page: Page, link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page.path : join(dirname(page.path), file);
  if (!existsSync(path)) return false;
  return anchor === undefined || hasAnchor(readPage(path), anchor);
};

describe('the documentation', () => {
  it.each(pages)('every relative link on $path leads to a file and a heading that exist', (page) => {
    expect(relativeLinks(page).filter((link) => !isReachable(page, link))).toEqual([]);
  });

  it.each(pages)('every repository path that $path names exists', (page) => {
    expect(repositoryPaths(page).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('the pages have links and repository paths to check', () => {
    expect(pages.flatMap(relativeLinks).length).toBeGreaterThan(50);
    expect(pages.flatMap(repositoryPaths).length).toBeGreaterThan(50);
  });
});

describe('the README', () => {
  const { text } = readPage('README.md');
  const [, map = ''] = /## Map of the repository\n\n```\n([\s\S]*?)```/.exec(text) ?? [];

  const folders = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !/^(\.|node_modules$|cdk\.out$|coverage$)/.test(entry.name) ? entry.name : [],
    );

  it('the README links to every page of the documentation', () => {
    const paths = pages.map(({ path }) => path).filter((path) => path.startsWith('docs/'));
    expect(paths.filter((path) => !text.includes(`](${path})`))).toEqual([]);
  });

  it('the map in the README shows every folder, also those in functions/', () => {
    const lines = [
      ...folders('.').map((name) => `\n${name}/ `),
      ...folders('functions').map((name) => `\n  ${name}/ `),
    ];
    expect(lines.filter((line) => !`\n${map}`.includes(line))).toEqual([]);
  });
});

const adminCommands = pages.flatMap(({ path, text }) =>
  fencedLines(text).flatMap((line) => {
    const [, words, rest = ''] =
      /npx switchboard ((?:[a-z]+ )[a-z]+(?: (?:msgapp|social|web)(?= ))?)(.*)/.exec(line) ?? [];
    return words === undefined ? [] : { path, words, options: rest.match(/--[a-z-]+/g) ?? [] };
  }),
);

/** Each command once, with every option that any page gives it. */
const commands = [...Map.groupBy(adminCommands, ({ words }) => words)].map(([words, uses]) => ({
  words,
  options: [...new Set(uses.flatMap(({ options }) => options))],
}));

describe('the documented commands', () => {
  it('every npm script that a page names exists', () => {
    const scripts = pages.flatMap(({ text }) =>
      [...text.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, script]) => String(script)),
    );
    expect(scripts.length).toBeGreaterThan(20);
    expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  });

  it('every page names the one command, by which it can be run', () => {
    const others = pages.filter(({ text }) => /`admin [a-z]|`switchboard (?!mcp)[a-z]+ /.test(text));
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('the pages show more than ten admin commands', () => expect(commands.length).toBeGreaterThan(10));

  it.each(commands)(
    'the command "$words" exists and has the options that the pages use',
    async ({ words, options }) => {
      const { code, stdout } = await runAdmin([...words.split(' '), '--help']);
      expect(code).toBe(0);
      const [noun, verb] = words.split(' ');
      expect(stdout).toMatch(new RegExp(`Usage: .*\\b${noun} ${verb}\\b`));
      expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
    },
  );
});

describe('the project files', () => {
  it('docs/webhooks.md shows every example of a receiver exactly as its file has it', () => {
    const { text } = readPage('docs/webhooks.md');
    const files = ['examples/webhook-receiver.mjs', ...globSync('examples/verify-signature/*')];
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !text.includes(`\n${readFileSync(file, 'utf8')}\`\`\`\n`))).toEqual([]);
  });

  it('every page, sample and example names the package of the client as its own file does', () => {
    const { name } = JSON.parse(readFileSync('sdk/package.json', 'utf8'));
    expect(name).toMatch(/^@[\w-]+\/[\w-]+$/);
    const files = ['sdk/README.md', 'sdk/src/cli/run.ts', 'functions/model/samples.ts', ...globSync('examples/*/*')];
    const texts = [...pages.map(({ text }) => text), ...files.map((file) => readFileSync(file, 'utf8'))];
    const names = texts.flatMap((text) => text.match(/@?[\w-]*switchboard[\w-]*[/-]client\b/g) ?? []);
    const tarball = name.slice(1).replace('/', '-');
    expect([...new Set(names)].toSorted()).toEqual([name, tarball].toSorted());
    expect(names.length).toBeGreaterThan(10);
  });

  it('the newest release in the changelog is the version of the package', () => {
    const [, newest] = /^## (\d\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    expect(newest).toBe(packageJson.version);
  });

  it('.nvmrc names the major version of the Node that npm ci installs', () => {
    const majors = Object.values<string>(packageJson.optionalDependencies).map((version) => version.split('.')[0]);
    expect(new Set(majors)).toEqual(new Set([readFileSync('.nvmrc', 'utf8').trim()]));
  });
});
