import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildOnce, hashSources } from '../../lib/build-cache.ts';

const makeFolder = (): { name: string; path: string } => {
  const name = `.local/cache/test-${randomUUID()}`;
  const path = resolve(name);
  mkdirSync(path, { recursive: true });
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return { name, path };
};

it('the hash changes with the content or name of a file, with a new file and with the settings', () => {
  const { name, path } = makeFolder();
  const hash = (settings: unknown = 'same'): string => hashSources([`${name}/**/*`], settings);
  writeFileSync(join(path, 'a.ts'), 'one');
  const hashes = [hash(), hash('other')];
  expect(hash()).toBe(hashes[0]);
  writeFileSync(join(path, 'a.ts'), 'two');
  hashes.push(hash());
  mkdirSync(join(path, 'deep'));
  writeFileSync(join(path, 'deep', 'b.ts'), '');
  hashes.push(hash());
  rmSync(join(path, 'a.ts'));
  writeFileSync(join(path, 'c.ts'), 'two');
  hashes.push(hash());
  expect(new Set(hashes).size).toBe(5);
});

describe('folders that are built once', () => {
  const start = () => {
    const { path } = makeFolder();
    const kind = path.slice(resolve('.local/cache').length + 1);
    const build = vi.fn(async (outDir: string) => {
      mkdirSync(outDir, { recursive: true });
      await new Promise(setImmediate);
      writeFileSync(join(outDir, 'done'), 'yes');
    });
    return { path, build, buildHash: (hash: string) => buildOnce(kind, hash, build) };
  };

  it('the same hash gives the folder that an earlier call built', async () => {
    const { build, buildHash } = start();
    const folder = await buildHash('a');
    expect(await buildHash('a')).toBe(folder);
    expect(readFileSync(join(folder, 'done'), 'utf8')).toBe('yes');
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('builds at the same time all get one complete folder', async () => {
    const { path, buildHash } = start();
    const folders = await Promise.all([buildHash('a'), buildHash('a'), buildHash('a')]);
    expect(new Set(folders).size).toBe(1);
    expect(existsSync(join(folders[0], 'done'))).toBe(true);
    expect(readdirSync(path)).toEqual(['a']);
  });

  it('a build that fails leaves nothing behind and is tried again', async () => {
    const { path, build, buildHash } = start();
    build.mockRejectedValueOnce(new Error('broken'));
    await expect(buildHash('a')).rejects.toThrow('broken');
    expect(readdirSync(path)).toEqual([]);
    expect(existsSync(join(await buildHash('a'), 'done'))).toBe(true);
  });

  it('the five folders that were used last are kept', async () => {
    const { path, buildHash } = start();
    for (const [second, hash] of ['a', 'b', 'c', 'd', 'e'].entries()) utimesSync(await buildHash(hash), second, second);
    await buildHash('a');
    await buildHash('f');
    expect(readdirSync(path).sort()).toEqual(['a', 'c', 'd', 'e', 'f']);
  });
});
