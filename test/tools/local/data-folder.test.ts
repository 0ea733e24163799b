import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFolder } from '../../../tools/local/folder-lock.ts';
import { startLocal } from '../../../tools/local/start.ts';
import { newFolder } from './fixture/folder.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';

const accessKeyId = '0'.repeat(32);

describe('folder lock', () => {
  it('a folder held by a running process is rejected with the process id', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'lock'), String(process.ppid));
    expect(() => lockFolder(folder, 'DATA_DIR')).toThrow(`The folder ${folder} is in use by process ${process.ppid}.`);
  });

  it('the lock of a killed process is ignored', async () => {
    const folder = newFolder();
    const child = spawn('/bin/sh', ['-c', 'exit 0']);
    await once(child, 'close');
    writeFileSync(join(folder, 'lock'), String(child.pid));
    expect(() => lockFolder(folder, 'DATA_DIR')).not.toThrow();
  });

  it('locking creates a missing folder, and the release removes the lock', () => {
    const folder = join(newFolder(), 'deep', 'er');
    const release = lockFolder(folder, 'DATA_DIR');
    expect(existsSync(join(folder, 'lock'))).toBe(true);
    release();
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it('a folder that cannot be created is reported with the setting to change', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(() => lockFolder(join(file, 'below'), 'DATA_DIR')).toThrow(
      /cannot be used: .* Choose another with DATA_DIR=<folder>/,
    );
  });
});

describe('data folder', () => {
  it('data that every access key id could read is reported with what to do', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'dynamodb'));
    writeFileSync(join(dataDir, 'dynamodb', 'shared-local-instance.db'), '');
    const started = startLocal({ assemblyDir: () => synthesizeFixture(), dataDir, port: 0 });
    await expect(started).rejects.toThrow(
      /The folder .*local-runtime-.* cannot be used: an earlier version wrote its data, .*\. Choose another with DATA_DIR=<folder>, or delete this one/,
    );
  });

  it.each([
    ['the database', 'dynamodb', `${accessKeyId}_eu-central-1.db`],
    ['the queues', 'sqs', 'fauxqs.db'],
  ])(
    'a damaged file of %s is reported with the setting to change',
    async (_, folder, file) => {
      const dataDir = newFolder();
      mkdirSync(join(dataDir, folder));
      writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify({ access_key_id: accessKeyId }));
      writeFileSync(join(dataDir, folder, file), 'garbage '.repeat(1000));
      const started = startLocal({ assemblyDir: () => synthesizeFixture(), dataDir, port: 0 });
      await expect(started).rejects.toThrow(
        /The folder .*local-runtime-.* cannot be used: .*\. Choose another with DATA_DIR=<folder>, or delete this one/,
      );
    },
    60_000,
  );
});
