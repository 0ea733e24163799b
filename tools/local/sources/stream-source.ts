import { setTimeout as delay } from 'node:timers/promises';
import { DescribeStreamCommand, type Shard } from '@aws-sdk/client-dynamodb-streams';
import { shardEnd } from './checkpoint.ts';
import type { StartingPosition } from './event-source-mapping.ts';
import type { EventSource } from './queue-source.ts';
import { readShard, type StreamSource } from './shard-reader.ts';

const stopGraceMs = 1500;

/** Only for new sibling shards; a closing shard triggers discovery at once. */
const shardDiscoveryMs = 10_000;

/** Reads shards in parallel, a parent before its children, records in order. */
export const startStreamSource = (source: StreamSource): EventSource => {
  const stopping = new AbortController();
  const reading = readStream(source, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([reading, delay(stopGraceMs, undefined, { ref: false })]);
    },
  };
};

const readStream = async (source: StreamSource, signal: AbortSignal): Promise<void> => {
  const readers = new Map<string, Promise<void>>();
  // The starting position applies to shards that exist at the first start; later ones are read from their start.
  let position: StartingPosition = source.checkpoint.hasReadStream ? 'TRIM_HORIZON' : source.mapping.startingPosition;
  while (!signal.aborted) {
    for (const shardId of await readableShards(source, signal)) {
      if (readers.has(shardId)) continue;
      const reader = readShard(source, { shardId, position, signal }).finally(() => readers.delete(shardId));
      readers.set(shardId, reader);
    }
    position = 'TRIM_HORIZON';
    const nextSearch = delay(shardDiscoveryMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([...readers.values(), nextSearch]);
  }
  await Promise.all(readers.values());
};

const readableShards = async (source: StreamSource, signal: AbortSignal): Promise<string[]> => {
  try {
    const shards = await listShards(source);
    const isDone = (shardId: string): boolean => source.checkpoint.position(shardId) === shardEnd;
    const isListed = (shardId: string): boolean => shards.some(({ ShardId }) => ShardId === shardId);
    return shards.flatMap(({ ShardId: id, ParentShardId: parent }) => {
      const isReadable =
        id !== undefined && !isDone(id) && (parent === undefined || isDone(parent) || !isListed(parent));
      return isReadable ? [id] : [];
    });
  } catch (error) {
    if (!signal.aborted) source.hosted.logError(`Could not read ${source.engineStreamArn}: ${error}`);
    return [];
  }
};

const listShards = async ({ client, engineStreamArn }: StreamSource): Promise<Shard[]> => {
  const shards: Shard[] = [];
  let lastShardId: string | undefined;
  do {
    const command = new DescribeStreamCommand({ StreamArn: engineStreamArn, ExclusiveStartShardId: lastShardId });
    const { StreamDescription } = await client.send(command);
    shards.push(...(StreamDescription?.Shards ?? []));
    lastShardId = StreamDescription?.LastEvaluatedShardId;
  } while (lastShardId !== undefined);
  return shards;
};
