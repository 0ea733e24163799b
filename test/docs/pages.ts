import { readdirSync, readFileSync } from 'node:fs';

export interface Page {
  path: string;
  text: string;
}

export const readPage = (path: string): Page => ({ path, text: readFileSync(path, 'utf8') });

/** Every page for readers of the repository. */
export const pages: readonly Page[] = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
].map(readPage);

/** The cells of every table row on a page, header rows included. */
export const tableRows = ({ text }: Page): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split(' |')
        .map((cell) => cell.trim()),
    );

/** The rows of the table below a heading, without its two header rows. */
export const tableBelow = ({ path, text }: Page, heading: string): string[][] => {
  const [, section = ''] = text.split(`\n${heading}\n`);
  const [, table = ''] = /((?:^\|.*\n)+)/m.exec(section) ?? [];
  const rows = tableRows({ path, text: table }).slice(1);
  if (rows.length === 0) throw new Error(`${path} has no table below "${heading}".`);
  return rows;
};

/** The shell blocks between a heading and the next one. */
export const shellBlocksBelow = ({ path, text }: Page, heading: string): string[] => {
  const [, below = ''] = text.split(`\n${heading}\n`);
  const [section = ''] = below.split(/^#+ /m);
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => String(block));
  if (blocks.length === 0) throw new Error(`${path} has no shell block below "${heading}".`);
  return blocks;
};

/** The texts between backticks. */
export const codeSpans = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => String(code));

const fencedBlock = /^ *```.*\n([\s\S]*?)^ *```$/gm;

export const withoutFencedBlocks = (text: string): string => text.replaceAll(fencedBlock, '');

/** The lines of every fenced block, with continued lines joined. */
export const fencedLines = (text: string): string[] =>
  [...text.matchAll(fencedBlock)].flatMap(([, block]) =>
    String(block)
      .replaceAll(/\\\n\s*/g, '')
      .split('\n'),
  );
