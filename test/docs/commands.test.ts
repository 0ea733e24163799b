import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runAdmin } from '../support/admin.ts';
import { fencedLines, pages, readPage } from './pages.ts';

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

  it('the pages show more than ten admin commands', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

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

  it('the newest release in the changelog is the version of the package', () => {
    const [, newest] = /^## (\d\S+)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
    expect(newest).toBe(packageJson.version);
  });

  it('.nvmrc names the major version of the Node that npm ci installs', () => {
    const majors = Object.values<string>(packageJson.optionalDependencies).map((version) => version.split('.')[0]);
    expect(new Set(majors)).toEqual(new Set([readFileSync('.nvmrc', 'utf8').trim()]));
  });
});
