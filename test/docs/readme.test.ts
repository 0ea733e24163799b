import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages, readPage } from './pages.ts';

const { text } = readPage('README.md');
const [, map = ''] = /## Map of the repository\n\n```\n([\s\S]*?)```/.exec(text) ?? [];

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !/^(\.|node_modules$|cdk\.out$|coverage$)/.test(entry.name) ? entry.name : [],
  );

describe('the README', () => {
  it.each(pages.filter(({ path }) => path.startsWith('docs/')))('the README links to $path', ({ path }) => {
    expect(text).toContain(`](${path})`);
  });

  it.each(folders('.'))('the map in the README shows the folder %s', (folder) => {
    expect(map).toMatch(new RegExp(`^${folder}/ `, 'm'));
  });

  it.each(folders('functions'))('the map in the README shows the folder functions/%s', (folder) => {
    expect(map).toMatch(new RegExp(`^ {2}${folder}/ `, 'm'));
  });
});
