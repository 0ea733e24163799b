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
      const classes = matches(text.replaceAll(/ from '[^']+'/g, ''), new RegExp(`\\b${name}\\.(\\w+)`, 'g'));
      used.set(sheet, new Set([...(used.get(sheet) ?? []), ...classes]));
    }
  }
  return used;
};

const definedClasses = (sheet: string) => new Set(matches(read(sheet), /\.([a-z]\w*)(?=[\s,:>[.{+)])/gi));

const luminance = (color = ''): number => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (...colors: (string | undefined)[]): number => {
  const [dark = 0, light = 0] = colors.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

describe("the dashboard's style sheets", () => {
  test('define exactly the classes that components use', () => {
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

  const pair = (name: string) =>
    matches(read('dashboard/styles/tokens.css').split(`--${name}:`)[1]?.split(';')[0] ?? '', /#([0-9a-f]{6})/g);

  test.each([...[1, 2, 3, 4, 5, 6].map((hue) => [`hue-${hue}`, `hue-${hue}-soft`]), ['text', 'mark']])(
    'show %s on %s with a contrast of at least 4.5 in both schemes',
    (one = '', other = '') => {
      const [text, ground] = [pair(one), pair(other)];
      expect(contrast(text[0], ground[0])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text[1], ground[1])).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('mark what was found in the colors of the theme, in a list and in messages', () => {
    const rule = /mark,\s*\[dir="auto"\]::highlight\(found\) \{\s*background: var\(--mark\);\s*color: var\(--text\);/;
    expect(read('dashboard/styles/base.css')).toMatch(rule);
  });

  test('let what is added to a page change the styles of named elements only, not of the whole page', () => {
    const parameters = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
    // In the browser, each element that is added may change what follows `:has()`, and every element has `*` or `:last-child`.
    const isWide = (selector: string): boolean => {
      const end =
        selector
          .replaceAll(parameters, '')
          .split(/[\s>~+]+/)
          .at(-1) ?? '';
      const names = selector.endsWith(')') ? selector.slice(selector.lastIndexOf(end.split(':')[0] || ':is(')) : end;
      return !/^(:is\()?[.[a-z]/.test(names) || selector.startsWith(':root:has(');
    };
    const selectors = sheets.flatMap((sheet) =>
      matches(read(sheet).replaceAll(/\/\*.*?\*\//gs, ''), /([^{};]*:has\([^{]*)\{/g).map((rule) => rule.trim()),
    );
    expect(selectors).not.toEqual([]);
    expect(selectors.filter(isWide)).toEqual([]);
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
