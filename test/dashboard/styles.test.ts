import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const components = globSync('dashboard/**/*.tsx', { cwd: root });
const sheets = globSync('dashboard/**/*.css', { cwd: root });
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

/** Style sheet → the classes that components take from it. */
const usedClasses = () => {
  const used = new Map<string, Set<string>>();
  for (const file of components) {
    const text = read(file);
    for (const [, name = '', path = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const sheet = join(dirname(file), path);
      const classes = matches(text.replaceAll(path, ''), new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
      used.set(sheet, new Set([...(used.get(sheet) ?? []), ...classes]));
    }
  }
  return used;
};

const definedClasses = (sheet: string) => new Set(matches(read(sheet), /\.([a-z]\w*)(?=[\s,:>[.{+)])/gi));

describe("the dashboard's style sheets", () => {
  test('define every class that a component uses, and no other', () => {
    const used = [...usedClasses()].map(([sheet, classes]) => ({ sheet, classes: [...classes].sort() }));
    expect(used.filter(({ sheet }) => !existsSync(join(root, sheet)))).toEqual([]);
    expect(used.map(({ sheet }) => ({ sheet, classes: [...definedClasses(sheet)].sort() }))).toEqual(used);
  });

  test('take their colors from the tokens', () => {
    const own = (sheet: string) => matches(read(sheet), /(#[0-9a-f]{3,8}\b|\brgb\(|\bhsl\(|\boklch\()/gi);
    const colors = sheets
      .filter((sheet) => !sheet.endsWith('tokens.css'))
      .flatMap((sheet) => own(sheet).map((color) => ({ sheet, color })));
    expect(colors).toEqual([]);
  });

  test('use only tokens that exist', () => {
    // React Aria sets the last two.
    const tokens = new Set([
      ...matches(read('dashboard/styles/tokens.css'), /(--[\w-]+):/g),
      '--trigger-width',
      '--visual-viewport-height',
    ]);
    const unknown = sheets.flatMap((sheet) =>
      matches(read(sheet), /var\((--[\w-]+)/g)
        .filter((token) => !tokens.has(token))
        .map((token) => ({ sheet, token })),
    );
    expect(unknown).toEqual([]);
  });

  test('contain the rule that React Aria would insert against the content security policy', () => {
    const usePress = read('node_modules/react-aria/dist/private/interactions/usePress.mjs');
    const rule = /touch-action: ([a-z -]+);/;
    expect(usePress).toContain("STYLE_ID = 'react-aria-pressable-style'");
    expect(usePress).toContain("PRESSABLE_ATTRIBUTE = 'data-react-aria-pressable'");
    expect(read('dashboard/index.html')).toContain('id="react-aria-pressable-style"');
    expect(read('dashboard/styles/base.css')).toMatch(/\[data-react-aria-pressable\] \{\s+touch-action:/);
    expect(rule.exec(read('dashboard/styles/base.css'))?.[1]).toBe(rule.exec(usePress)?.[1]);
  });
});
