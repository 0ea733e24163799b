import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckpoint } from '../../../tools/local/sources/checkpoint.ts';
import { newFolder } from './fixture/folder.ts';

test('a position is found again after a restart', () => {
  const folder = newFolder();
  openCheckpoint(folder, 'Mapping', 'stream-1', true).advance('shard-1', '00042');
  const reopened = openCheckpoint(folder, 'Mapping', 'stream-1', false);
  expect(reopened.position('shard-1')).toBe('00042');
  expect(reopened.hasReadStream).toBe(true);
});

test('a mapping that has read nothing yet of a new table is known, so that a restart leaves nothing out', () => {
  const folder = newFolder();
  openCheckpoint(folder, 'Mapping', 'stream-1', true);
  expect(openCheckpoint(folder, 'Mapping', 'stream-1', false).hasReadStream).toBe(true);
});

test('a mapping that is added to a table of old is not', () => {
  expect(openCheckpoint(newFolder(), 'Mapping', 'stream-1', false).hasReadStream).toBe(false);
});

test('the position in another stream counts for nothing', () => {
  const folder = newFolder();
  openCheckpoint(folder, 'Mapping', 'stream-1', true).advance('shard-1', '00042');
  expect(openCheckpoint(folder, 'Mapping', 'stream-2', false).position('shard-1')).toBeUndefined();
});

test('a damaged file counts as none', () => {
  const folder = newFolder();
  openCheckpoint(folder, 'Mapping', 'stream-1', true).advance('shard-1', '00042');
  writeFileSync(join(folder, 'checkpoints', 'Mapping.json'), '{"streamArn":');
  expect(openCheckpoint(folder, 'Mapping', 'stream-1', false).position('shard-1')).toBeUndefined();
});
