import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { startSqs } from '../../../tools/local/engines/sqs.ts';
import { lockFolder } from '../../../tools/local/folder-lock.ts';
import { checkDataVersion, dataVersion, resetData } from '../../../tools/local/npm-start/stored-data.ts';
import { createFunctionLog } from '../../../tools/local/npm-start/terminal.ts';
import { ensureAccessKeyId, startLocal } from '../../../tools/local/start.ts';
import { findReadableByOthers, newFolder, removeFolders } from './fixture/folder.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';
import { waitFor } from './fixture/wait-for.ts';

afterAll(removeFolders);

const accessKeyId = '0'.repeat(32);

afterEach(() => vi.unstubAllEnvs());

describe('folder lock', () => {
  it('the lock of a killed process is ignored', async () => {
    const folder = newFolder();
    const child = spawn('/bin/sh', ['-c', 'exit 0']);
    await once(child, 'close');
    writeFileSync(join(folder, 'lock'), String(child.pid));
    expect(() => lockFolder(folder, 'DATA_DIR')).not.toThrow();
  });

  it('a lock, which also creates a missing folder, is gone after its release', () => {
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

it.each([
  ['the database', 'dynamodb', `${accessKeyId}_eu-central-1.db`],
  ['the queues', 'sqs', 'fauxqs.db'],
])(
  'a damaged file of %s is reported with the setting to change',
  async (_, folder, file) => {
    const dataDir = newFolder();
    // The queues are opened before the table is needed.
    if (folder === 'sqs') vi.stubEnv('DYNAMODB_ENDPOINT', 'http://127.0.0.1:9');
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

const folderWith = (files: Record<string, unknown>): string => {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
};

describe('version of the stored data', () => {
  it.each([
    ['a new data folder', join(newFolder(), 'data')],
    ['a folder with files of others alone', folderWith({ 'notes.txt': 'mine' })],
    ['data of the current version', folderWith({ 'version.json': { version: dataVersion }, 'demo.json': {} })],
  ])('%s can be used and has the current version', (_, folder) => {
    checkDataVersion(folder);
    expect(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).toEqual({ version: dataVersion });
  });

  it.each([
    ['without a version', { 'demo.json': {} }],
    ['of an older version', { 'version.json': { version: dataVersion - 1 } }],
    ['of a newer version', { 'version.json': { version: dataVersion + 1 } }],
    ['with a damaged version', { 'version.json': '' }],
  ])('data %s is refused with a sentence that says how to start over', (_, files) => {
    const folder = folderWith(files);
    expect(() => checkDataVersion(folder)).toThrow(
      /^Another version of Switchboard wrote .* with "npm start -- --reset", which deletes that data, .*DATA_DIR=<folder>\.$/,
    );
  });

  it('memory has no version', () => {
    checkDataVersion('memory');
    expect(existsSync('memory')).toBe(false);
  });
});

describe('reset of the stored data', () => {
  it('a reset deletes what the service stores and nothing else', () => {
    const folder = folderWith({ 'demo.json': {}, 'secrets.json': {}, 'credentials.json': {}, 'notes.txt': 'mine' });
    mkdirSync(join(folder, 'dynamodb'));
    writeFileSync(join(folder, 'dynamodb', 'some.db'), '');
    resetData(folder);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('a reset leaves the data of a running service alone', () => {
    const folder = folderWith({ 'demo.json': {}, lock: process.ppid });
    expect(() => resetData(folder)).toThrow(`is in use by process ${process.ppid}`);
    expect(existsSync(join(folder, 'demo.json'))).toBe(true);
  });
});

const permissions = (path: string): number => statSync(path).mode & 0o777;

const writePublic = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  chmodSync(dirname(path), 0o755);
  chmodSync(path, 0o644);
};

it('a folder that locking creates is closed to other users', () => {
  const folder = join(newFolder(), 'deep', 'er');
  lockFolder(folder, 'DATA_DIR');
  expect([folder, dirname(folder), join(folder, 'lock')].map(permissions)).toEqual([0o700, 0o700, 0o600]);
});

it.each(['new', 'left by an earlier version'])('queue files are closed to other users: %s', async (age) => {
  const dataDir = newFolder();
  if (age !== 'new') writePublic(join(dataDir, 'sqs', 'fauxqs.db'));
  const { stop } = await startSqs(dataDir);
  expect(existsSync(join(dataDir, 'sqs', 'fauxqs.db'))).toBe(true);
  expect(findReadableByOthers(dataDir)).toEqual([]);
  await stop();
});

it.each(['new', 'left by an earlier run'])('the function log is closed to other users: %s', async (age) => {
  const path = join(newFolder(), 'functions.log');
  if (age !== 'new') writePublic(path);
  createFunctionLog(path, false)('Send', '{}');
  await waitFor(() => existsSync(path) && readFileSync(path, 'utf8') === 'Send {}\n');
  expect(permissions(path)).toBe(0o600);
});

it('the access key id is kept in a file that is closed to other users', () => {
  const dataDir = newFolder();
  const accessKeyId = ensureAccessKeyId(dataDir);
  expect(ensureAccessKeyId(dataDir)).toBe(accessKeyId);
  expect(permissions(join(dataDir, 'credentials.json'))).toBe(0o600);
  expect(ensureAccessKeyId('memory')).not.toBe(ensureAccessKeyId('memory'));
});

it('data whose access key id is damaged or lost is reported instead of looking empty', () => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'credentials.json'), '{"access_key_id":"local"}');
  expect(() => ensureAccessKeyId(dataDir)).toThrow(/cannot be used: its credentials\.json is damaged\. Choose another/);
  const other = newFolder();
  writePublic(join(other, 'dynamodb', 'abc_eu-central-1.db'));
  expect(() => ensureAccessKeyId(other)).toThrow(
    /cannot be used: its credentials\.json is missing, .*\. Choose another/,
  );
});
