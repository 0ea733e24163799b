import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDataVersion, dataVersion, resetData } from '../../../tools/local/npm-start/data-version.ts';
import { newFolder } from './fixture/folder.ts';

const folderWith = (files: Record<string, unknown>): string => {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
};

const readStamp = (folder: string): unknown => JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'));

describe('version of the stored data', () => {
  it('a new data folder is stamped with the current version', () => {
    const folder = join(newFolder(), 'data');
    expect(checkDataVersion(folder)).toEqual({ needsMigration: false });
    expect(readStamp(folder)).toEqual({ version: dataVersion });
  });

  it('a folder with files of others alone counts as new', () => {
    const folder = folderWith({ 'notes.txt': 'mine' });
    expect(checkDataVersion(folder)).toEqual({ needsMigration: false });
    expect(readStamp(folder)).toEqual({ version: dataVersion });
  });

  it('data of the current version needs no migration', () => {
    const folder = folderWith({ 'version.json': { version: dataVersion }, 'demo.json': {} });
    expect(checkDataVersion(folder)).toEqual({ needsMigration: false });
  });

  it('data of the first version has an encryption secret but no stamp, and keeps its version until it is migrated', () => {
    const folder = folderWith({ 'secrets.json': { 'arn:data-SealingSecret418D1914': '{}' } });
    expect(checkDataVersion(folder)).toEqual({ needsMigration: true });
    expect(existsSync(join(folder, 'version.json'))).toBe(false);
  });

  it.each([
    ['older data', { 'demo.json': {} }, /^An older version of Switchboard wrote the data in .*, which this one cannot/],
    ['newer data', { 'version.json': { version: dataVersion + 1 } }, /^A newer version .* Update this checkout, start/],
  ])('%s is refused with a sentence that says how to start over', (_, files, message) => {
    const folder = folderWith(files);
    expect(() => checkDataVersion(folder)).toThrow(message);
    expect(() => checkDataVersion(folder)).toThrow(
      /tart over with "npm start -- --reset", which deletes that data, or choose another folder with DATA_DIR=<folder>\.$/,
    );
  });

  it.each(['', '{}', '{"version":"2"}', '{"version":0}'])('the damaged stamp %j is reported', (stamp) => {
    const folder = folderWith({ 'version.json': stamp });
    expect(() => checkDataVersion(folder)).toThrow(
      /cannot be used: its version\.json is damaged\. .*DATA_DIR=<folder>/,
    );
  });

  it('memory has no version', () => {
    expect(checkDataVersion('memory')).toEqual({ needsMigration: false });
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
    const folder = folderWith({ 'demo.json': {}, lock: String(process.ppid) });
    expect(() => resetData(folder)).toThrow(`is in use by process ${process.ppid}`);
    expect(existsSync(join(folder, 'demo.json'))).toBe(true);
  });
});
