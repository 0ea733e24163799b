import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from '../../../tools/local/folder-lock.ts';
import { newFolder } from './fixture/folder.ts';

test('a folder that a running process holds is refused, by its number', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'lock'), String(process.ppid));
  expect(() => lockFolder(folder, 'DATA_DIR')).toThrow(`The folder ${folder} is in use by process ${process.ppid}.`);
});

test('the lock of a process that was killed counts for nothing', async () => {
  const folder = newFolder();
  const child = spawn('/bin/sh', ['-c', 'exit 0']);
  await once(child, 'close');
  writeFileSync(join(folder, 'lock'), String(child.pid));
  lockFolder(folder, 'DATA_DIR');
});

test('a folder is made where it is missing, and free again after its release', () => {
  const folder = join(newFolder(), 'deep', 'er');
  const release = lockFolder(folder, 'DATA_DIR');
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  release();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('a folder that cannot be made is a problem with an advice', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  expect(() => lockFolder(join(file, 'below'), 'DATA_DIR')).toThrow(
    /cannot be used: .* Choose another with DATA_DIR=<folder>/,
  );
});
