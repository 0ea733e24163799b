import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureAccessKeyId } from '../../../tools/local/engines/access-key.ts';
import { startSqs } from '../../../tools/local/engines/sqs.ts';
import { lockFolder } from '../../../tools/local/folder-lock.ts';
import { createFunctionLog } from '../../../tools/local/npm-start/terminal.ts';
import { newFolder } from './fixture/folder.ts';
import { findReadableByOthers } from './fixture/modes.ts';
import { waitFor } from './fixture/wait-for.ts';

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
