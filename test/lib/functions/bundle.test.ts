import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../../lib/functions/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bundle-'));
const sourceOf = (answer: string) => `export const handler = async (): Promise<string> => '${answer}';\n`;

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'out', 'gone'), { recursive: true });
  for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.ts`), sourceOf(name));
  bundle({ first: join(folder, 'one.ts'), second: join(folder, 'two.ts') }, join(folder, 'out'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('makes one folder per entry point and leaves nothing from before', () => {
  expect(readdirSync(join(folder, 'out')).sort()).toEqual(['first', 'second']);
});

it.each([
  ['first', 'one'],
  ['second', 'two'],
])('makes a CommonJS handler of %s, even below a package of ES modules', async (name, answer) => {
  const { handler } = createRequire(import.meta.url)(join(folder, 'out', name, 'index.js'));
  expect(await handler()).toBe(answer);
});
