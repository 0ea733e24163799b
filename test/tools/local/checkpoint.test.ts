import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCheckpoint } from '../../../tools/local/sources/stream-source.ts';
import { newFolder } from './fixture/folder.ts';

/** A folder whose mapping has read stream-1 up to 00042. */
const createCheckpoint = (): string => {
  const folder = newFolder();
  openCheckpoint(folder, 'Mapping', 'stream-1', true).advance('shard-1', '00042');
  return folder;
};

it('a checkpoint keeps its position over a restart', () => {
  const reopened = openCheckpoint(createCheckpoint(), 'Mapping', 'stream-1', false);
  expect(reopened.position('shard-1')).toBe('00042');
  expect(reopened.hasReadStream).toBe(true);
});

it('a mapping of a new table is remembered before its first read, so a restart skips nothing', () => {
  const folder = newFolder();
  openCheckpoint(folder, 'Mapping', 'stream-1', true);
  expect(openCheckpoint(folder, 'Mapping', 'stream-1', false).hasReadStream).toBe(true);
});

it('a mapping added to an existing table counts as not having read the stream', () => {
  expect(openCheckpoint(newFolder(), 'Mapping', 'stream-1', false).hasReadStream).toBe(false);
});

it('a checkpoint ignores positions in another stream', () => {
  const reopened = openCheckpoint(createCheckpoint(), 'Mapping', 'stream-2', false);
  expect(reopened.position('shard-1')).toBeUndefined();
});

it('a checkpoint starts over if its file is damaged', () => {
  const folder = createCheckpoint();
  writeFileSync(join(folder, 'checkpoints', 'Mapping.json'), '{"streamArn":');
  expect(openCheckpoint(folder, 'Mapping', 'stream-1', false).position('shard-1')).toBeUndefined();
});
