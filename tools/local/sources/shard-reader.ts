import { setTimeout as delay } from 'node:timers/promises';
import {
  type DynamoDBStreamsClient,
  type _Record as EngineRecord,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { HostedFunction } from '../lambda/function-host.ts';
import { type Checkpoint, shardEnd } from './checkpoint.ts';
import type { EventSourceMapping, StartingPosition } from './event-source-mapping.ts';
import { matchesAny } from './filter.ts';
import { type BatchContext, type DiscardedBatch, handleStreamBatch } from './stream-batch.ts';
import { sequenceNumber, toStreamRecord } from './stream-record.ts';

export interface StreamSource {
  mapping: EventSourceMapping;
  client: DynamoDBStreamsClient;
  /** The stream as the engine calls it. */
  engineStreamArn: string;
  hosted: HostedFunction;
  checkpoint: Checkpoint;
  discard: (discard: DiscardedBatch, shardId: string) => Promise<void>;
}

/** A quiet shard is asked ever less often, down to a few times a second: each question costs Java 3 ms. */
const pauseMsMin = 25;
const pauseMsMax = 200;

/** A shard, and where to begin when it has no checkpoint yet. */
interface ShardStart {
  shardId: string;
  position: StartingPosition;
  signal: AbortSignal;
}

/** Reads a shard from its checkpoint on and hands its records over, until it ends or the source stops. */
export const readShard = async (source: StreamSource, start: ShardStart): Promise<void> => {
  const { shardId, signal } = start;
  while (!signal.aborted) {
    try {
      return await pollShard(source, start);
    } catch (error) {
      // An iterator expires after some minutes of a batch's retries; the checkpoint gives a new one.
      if (signal.aborted) return;
      if (!isExpiredIterator(error)) source.hosted.logError(`Shard ${shardId} could not be read: ${error}`);
      await delay(500, undefined, { signal }).catch(() => undefined);
    }
  }
};

const pollShard = async (source: StreamSource, start: ShardStart): Promise<void> => {
  const { shardId, signal } = start;
  const { client, mapping, checkpoint } = source;
  let iterator = await getIterator(source, start);
  let pauseMs = pauseMsMin;
  let batch: EngineRecord[] = [];
  let batchDeadline = 0;
  while (iterator !== undefined && !signal.aborted) {
    const limit = Math.min(mapping.batchSizeMax - batch.length, 1000);
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: iterator, Limit: limit }),
    );
    iterator = NextShardIterator;
    if (batch.length === 0) batchDeadline = Date.now() + mapping.batchingWindowMs;
    batch.push(...Records);
    const isDue = batch.length >= mapping.batchSizeMax || Date.now() >= batchDeadline || iterator === undefined;
    if (batch.length > 0 && isDue) {
      await handleBatch(batch, source, shardId, signal);
      batch = [];
    }
    pauseMs = Records.length > 0 ? pauseMsMin : Math.min(pauseMs * 2, pauseMsMax);
    if (Records.length < limit) await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  if (!signal.aborted) checkpoint.advance(shardId, shardEnd);
};

/** Only what passes the mapping's filter reaches the function; the checkpoint passes over the rest. */
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

const getIterator = async (source: StreamSource, { shardId, position }: ShardStart): Promise<string | undefined> => {
  const { client, engineStreamArn, checkpoint } = source;
  const base = { StreamArn: engineStreamArn, ShardId: shardId };
  const lastSequenceNumber = checkpoint.position(shardId);
  const request = (input: ConstructorParameters<typeof GetShardIteratorCommand>[0]) =>
    client.send(new GetShardIteratorCommand(input));
  try {
    const { ShardIterator } = await request(
      lastSequenceNumber === undefined
        ? { ...base, ShardIteratorType: position }
        : { ...base, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: lastSequenceNumber },
    );
    return ShardIterator;
  } catch (error) {
    // The stream keeps a day; a checkpoint older than that starts at what is left.
    if (!(error instanceof TrimmedDataAccessException)) throw error;
    return (await request({ ...base, ShardIteratorType: 'TRIM_HORIZON' })).ShardIterator;
  }
};

const isExpiredIterator = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ExpiredIteratorException';
