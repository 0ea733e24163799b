import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeSpans, type Page, pages, readPage, withoutFencedBlocks } from './pages.ts';

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

  it('the map in the README shows every folder, and those in functions/', () => {
    const lines = [
      ...folders('.').map((name) => `\n${name}/ `),
      ...folders('functions').map((name) => `\n  ${name}/ `),
    ];
    expect(lines.filter((line) => !`\n${map}`.includes(line))).toEqual([]);
  });
});
