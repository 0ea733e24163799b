import { setTimeout as delay } from 'node:timers/promises';
import {
  type DynamoDBStreamsClient,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { Clients } from '../engines/clients.ts';
import type { EventSource } from './queue-source.ts';
import { type EngineRecord, sequenceNumber } from './stream-record.ts';

interface StreamPage {
  records: EngineRecord[];
  /** The shard is closed, and nothing follows. */
  isLast: boolean;
}

export interface StreamFeed extends EventSource {
  /** Waits for what follows a position of a shard. Without a position, begins with the oldest record. */
  readAfter: (shardId: string, position: string | undefined, limit: number) => Promise<StreamPage>;
}

export interface FeedOptions {
  client: DynamoDBStreamsClient;
  readRecords: Clients['readRecords'];
  engineStreamArn: string;
}

/** Polling backs off while a shard is idle: each request costs Java a millisecond or more, and each batch a call. */
const pauseMsMin = 50;
const pauseMsMax = 200;

/** A source that falls further behind the others reads for itself. */
const pagesMax = 50;

/** All sources of a stream read it together, so each page comes from the engine once. */
export const openStreamFeed = (options: FeedOptions): StreamFeed => {
  const stopping = new AbortController();
  const pages = new Map<string, Promise<StreamPage>>();
  const iterators = new Map<string, string>();

  const readPage = async (shardId: string, position: string | undefined, limit: number): Promise<StreamPage> => {
    const known = iterators.get(`${shardId} ${position}`);
    let iterator = known ?? (await getIterator(options, shardId, position));
    let pauseMs = known === undefined ? 0 : pauseMsMin;
    while (iterator !== undefined) {
      await delay(pauseMs, undefined, { signal: stopping.signal });
      const { Records: records, NextShardIterator: next } = await options.readRecords(iterator, limit);
      const last = records.at(-1);
      if (last !== undefined && next !== undefined) keep(iterators, `${shardId} ${sequenceNumber(last)}`, next);
      if (last !== undefined) return { records, isLast: next === undefined };
      iterator = next;
      pauseMs = Math.min(Math.max(pauseMs * 2, pauseMsMin), pauseMsMax);
    }
    return { records: [], isLast: true };
  };

  return {
    readAfter: (shardId, position, limit) => {
      const key = `${shardId} ${position} ${limit}`;
      const known = pages.get(key);
      if (known !== undefined) return known;
      const page = readPage(shardId, position, limit);
      keep(pages, key, page);
      // Iterators expire during minutes of retries; the next read gets a new one.
      page.catch(() => pages.delete(key) && iterators.delete(`${shardId} ${position}`));
      return page;
    },
    stop: async () => stopping.abort(),
  };
};

const keep = <Value>(values: Map<string, Value>, key: string, value: Value): void => {
  values.set(key, value);
  const [oldest] = values.keys();
  if (oldest !== undefined && values.size > pagesMax) values.delete(oldest);
};

const getIterator = async (
  { client, engineStreamArn }: FeedOptions,
  shardId: string,
  position: string | undefined,
): Promise<string | undefined> => {
  const base = { StreamArn: engineStreamArn, ShardId: shardId };
  const request = (input: ConstructorParameters<typeof GetShardIteratorCommand>[0]) =>
    client.send(new GetShardIteratorCommand(input));
  try {
    const { ShardIterator } = await request(
      position === undefined
        ? { ...base, ShardIteratorType: 'TRIM_HORIZON' }
        : { ...base, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position },
    );
    return ShardIterator;
  } catch (error) {
    // The stream keeps 24 hours; an older checkpoint continues at the oldest record.
    if (!(error instanceof TrimmedDataAccessException)) throw error;
    return (await request({ ...base, ShardIteratorType: 'TRIM_HORIZON' })).ShardIterator;
  }
};
