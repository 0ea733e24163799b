import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../../lib/functions/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bundle-'));
const outDir = join(folder, 'out');

describe('bundle', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    mkdirSync(join(outDir, 'stale'), { recursive: true });
    for (const name of ['one', 'two'])
      writeFileSync(join(folder, `${name}.ts`), `export const handler = async (): Promise<string> => '${name}';\n`);
    bundle({ first: join(folder, 'one.ts'), second: join(folder, 'two.ts') }, outDir);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('every entry point gets its own folder, and earlier output is removed', () => {
    expect(readdirSync(outDir).sort()).toEqual(['first', 'second']);
  });

  it.each([
    ['first', 'one'],
    ['second', 'two'],
  ])('the bundle %s is a CommonJS handler, even inside a package of ES modules', async (name, result) => {
    const { handler } = createRequire(import.meta.url)(join(outDir, name, 'index.js'));
    expect(await handler()).toBe(result);
  });
});
