import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../functions/api/endpoints.ts';
import { keys } from '../../functions/table/keys.ts';
import project from '../../package.json' with { type: 'json' };

const readme = readFileSync('README.md', 'utf8');
const rows = readme.split('\n').filter((line) => line.startsWith('| '));

/** Every name in angle brackets alike, so that only the form of a key counts. */
const form = (text: string): string => text.replaceAll(/<[^>]*>/g, '<>');

describe('the README', () => {
  it.each(endpoints)('lists $method $path with who may call it', ({ method, path, access }) => {
    const row = rows.find((line) => line.startsWith(`| \`${method} ${path}\` |`));
    const who = { public: 'none', 'any-key': 'any key' }[access as string] ?? `\`${access}\``;
    expect(row?.split('|')[2]?.trim()).toBe(who);
  });

  it.each(Object.entries(keys))('charts the entity %s as it lies in the table', (_, keyOf) => {
    const place: { pk: string; sk: string } = Reflect.apply(keyOf, undefined, Array(keyOf.length).fill('<>'));
    const chart = rows.map((row) => form(row));
    const lies = chart.some((row) => row.includes(`\`${place.pk}\``) && row.includes(`\`${place.sk}\``));
    expect(lies, `no row of the entity chart has ${place.pk} and ${place.sk}`).toBe(true);
  });

  it('shows the webhook receiver as it stands, which a test of its own runs', () => {
    expect(readme).toContain(`\`\`\`js\n${readFileSync('examples/webhook-receiver.mjs', 'utf8')}\`\`\``);
  });

  it('names only npm scripts that there are', () => {
    const named = [...readme.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(Object.keys(project.scripts)).toContain(name);
  });

  it('points only at files that there are', () => {
    const files = [...readme.matchAll(/`((?:bin|lib|functions|test|docs|examples)\/[\w./-]+\.\w+)`/g)].map(
      ([, file]) => file,
    );
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, file]) => file);
    for (const file of [...files, ...links]) expect(existsSync(String(file)), `${file} is missing`).toBe(true);
  });
});
