import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DescribeStreamCommand, type DynamoDBStreamsClient, type Shard } from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod';
import type { HostedFunction } from '../lambda/function-host.ts';
import { writeStateFile } from '../private-files.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { matchesAny } from './filter.ts';
import type { EventSource } from './queue-source.ts';
import { type BatchContext, handleStreamBatch } from './stream-batch.ts';
import type { StreamFeed } from './stream-feed.ts';
import { type EngineRecord, sequenceNumber, toStreamRecord } from './stream-record.ts';

const stopGraceMs = 1500;

/** Finds new sibling shards; a closing shard triggers discovery at once. */
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
  while (!signal.aborted) {
    for (const shardId of await readableShards(source, signal)) {
      if (readers.has(shardId)) continue;
      const reader = readShard(source, shardId, signal).finally(() => readers.delete(shardId));
      readers.set(shardId, reader);
    }
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

export interface StreamSource {
  mapping: EventSourceMapping;
  client: DynamoDBStreamsClient;
  feed: StreamFeed;
  engineStreamArn: string;
  hosted: HostedFunction;
  checkpoint: Checkpoint;
  discard: (records: EngineRecord[], shardId: string) => Promise<void>;
}

const readShard = async (source: StreamSource, shardId: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      return await followShard(source, shardId, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isExpiredIterator(error)) source.hosted.logError(`Could not read shard ${shardId}: ${error}`);
      await delay(500, undefined, { signal }).catch(() => undefined);
    }
  }
};

const followShard = async (source: StreamSource, shardId: string, signal: AbortSignal): Promise<void> => {
  const { feed, mapping, checkpoint } = source;
  const limit = Math.min(mapping.batchSizeMax, 1000);
  for (let isLast = false; !isLast && !signal.aborted; ) {
    const page = await feed.readAfter(shardId, checkpoint.position(shardId), limit);
    if (page.records.length > 0) await handleBatch(page.records, source, shardId, signal);
    isLast = page.isLast;
  }
  if (!signal.aborted) checkpoint.advance(shardId, shardEnd);
};

const handleBatch = async (
  batch: EngineRecord[],
  source: StreamSource,
  shardId: string,
  signal: AbortSignal,
): Promise<void> => {
  const { mapping, hosted, checkpoint, discard } = source;
  const advance = (record: EngineRecord): void => checkpoint.advance(shardId, sequenceNumber(record));
  const context: BatchContext = {
    mapping,
    hosted,
    signal,
    advance,
    discard: (discarded) => discard(discarded, shardId),
  };
  const matching = batch.filter((record) => matchesAny(mapping.patterns, toStreamRecord(record, mapping.sourceArn)));
  await handleStreamBatch(matching, context);
  const last = batch.at(-1);
  if (last !== undefined && !signal.aborted) advance(last);
};

const isExpiredIterator = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ExpiredIteratorException';

const checkpointSchema = z.object({ streamArn: z.string(), shards: z.record(z.string(), z.string()) });

const shardEnd = 'end';

interface Checkpoint {
  position: (shardId: string) => string | undefined;
  advance: (shardId: string, position: string) => void;
}

export const openCheckpoint = (dataDir: string, mappingId: string, streamArn: string): Checkpoint => {
  const path = dataDir === 'memory' ? undefined : join(dataDir, 'checkpoints', `${mappingId}.json`);
  const stored = path === undefined ? undefined : readCheckpoint(path);
  const current = stored?.streamArn === streamArn ? stored : { streamArn, shards: {} };
  const shards = new Map(Object.entries(current.shards));
  return {
    position: (shardId) => shards.get(shardId),
    advance: (shardId, position) => {
      shards.set(shardId, position);
      current.shards = Object.fromEntries(shards);
      if (path !== undefined) writeStateFile(path, current);
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
