import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

const checkpointSchema = z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) });

/** The value of a shard that is closed and read to its end. */
export const shardEnd = 'end';

/** How far a mapping has read its stream: the last sequence number done in each shard. */
export interface Checkpoint {
  /** True when the mapping has read this stream before: shards that it does not know yet are then all new. */
  hasReadStream: boolean;
  position: (shardId: string) => string | undefined;
  advance: (shardId: string, position: string) => void;
}

/** Opens a mapping's checkpoint. It is kept in the data folder, because the engine keeps its streams there too. */
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
    if (path === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify(current));
    renameSync(`${path}.new`, path);
  };
  if (hasReadStream) save();
  const shards = new Map(Object.entries(current.shards));
  return {
    hasReadStream: hasReadStream,
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
    // Missing at the first start. If it were damaged, reading everything again is what "at least once" allows.
    return undefined;
  }
};
