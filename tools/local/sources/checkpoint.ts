import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeStateFile } from '../private-files.ts';

const checkpointSchema = z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) });

export const shardEnd = 'end';

export interface Checkpoint {
  /** If true, a shard without a position is new and is read from its start. */
  hasReadStream: boolean;
  position: (shardId: string) => string | undefined;
  advance: (shardId: string, position: string) => void;
}

export const openCheckpoint = (
  dataDir: string,
  mappingId: string,
  streamArn: string,
  isNewTable: boolean,
): Checkpoint => {
  const path = dataDir === 'memory' ? undefined : join(dataDir, 'checkpoints', `${mappingId}.json`);
  const stored = path === undefined ? undefined : readCheckpoint(path);
  const current = stored?.streamArn === streamArn ? stored : { streamArn, shards: {} };
  const hasReadStream = current === stored || isNewTable;
  const save = (): void => {
    if (path !== undefined) writeStateFile(path, current);
  };
  if (hasReadStream) save();
  const shards = new Map(Object.entries(current.shards));
  return {
    hasReadStream,
    position: (shardId) => shards.get(shardId),
    advance: (shardId, position) => {
      shards.set(shardId, position);
      current.shards = Object.fromEntries(shards);
      save();
    },
  };
};

const readCheckpoint = (path: string): z.infer<typeof checkpointSchema> | undefined => {
  try {
    return checkpointSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Missing on the first start. A damaged file means reading again, which at-least-once delivery allows.
    return undefined;
  }
};
