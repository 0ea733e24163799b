import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type PageName = 'costs' | 'scale';

/** A page is its own template: `<!--name-->`, the value, `<!--/-->`. A table stands on lines of its own. */
const markedValue = /<!--(\w+)-->(.*?)<!--\/-->/gs;

const fileOf = (page: PageName): string => join(import.meta.dirname, `../../docs/${page}.md`);

export const readMarkedValues = (page: PageName): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(fileOf(page), 'utf8').matchAll(markedValue)].map(([, name, value]) => [name, value]),
  );

export const fillPage = (page: PageName, values: Record<string, string>): string => {
  const text = readFileSync(fileOf(page), 'utf8').replaceAll(markedValue, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`docs/${page}.md marks ${name}, which the benchmark does not compute.`);
    return `<!--${name}-->${value}<!--/-->`;
  });
  writeFileSync(fileOf(page), text);
  return `Wrote docs/${page}.md.`;
};

export const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const alignment = header.map((_, index) => (rows.every((row) => /^[\d.]*$/.test(row[index] ?? '')) ? '--:' : '---'));
  return `\n${[header, alignment, ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('')}`;
};
