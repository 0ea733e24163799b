import { setTimeout as delay } from 'node:timers/promises';
import type { HostedFunction } from '../lambda/function-host.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { createdAtMs, type EngineRecord, toStreamRecord } from './stream-record.ts';

export interface BatchContext {
  mapping: EventSourceMapping;
  hosted: HostedFunction;
  signal: AbortSignal;
  advance: (record: EngineRecord) => void;
  /** Takes records that are too old to be retried. */
  discard: (records: EngineRecord[]) => Promise<void>;
}

const retryDelayMs = (attempts: number): number => Math.min(100 * 2 ** attempts, 30_000);

/** DynamoDB Local rounds record times down to the minute. */
const clockErrorMs = 60_000;

/** Calls the function until every record is processed or discarded. After an error the batch is bisected. */
export const handleStreamBatch = async (records: EngineRecord[], context: BatchContext): Promise<void> => {
  const { mapping, hosted, signal } = context;
  let remaining = await dropExpired(records, context);
  for (let attempts = 1; remaining.length > 0 && !signal.aborted; attempts += 1) {
    const event = { Records: remaining.map((record) => toStreamRecord(record, mapping.sourceArn)) };
    const { ok } = await hosted.invoke(JSON.stringify(event));
    if (ok) return advancePast(remaining, context);
    // This is not a failure: the function was stopped together with the source.
    if (signal.aborted) return;
    if (remaining.length > 1) return handleHalves(remaining, context);
    await delay(retryDelayMs(attempts), undefined, { signal }).catch(() => undefined);
    remaining = await dropExpired(remaining, context);
  }
};

/** A single bad record is isolated and the rest succeed. */
const handleHalves = async (records: EngineRecord[], context: BatchContext): Promise<void> => {
  const middle = Math.ceil(records.length / 2);
  await handleStreamBatch(records.slice(0, middle), context);
  if (!context.signal.aborted) await handleStreamBatch(records.slice(middle), context);
};

const dropExpired = async (records: EngineRecord[], context: BatchContext): Promise<EngineRecord[]> => {
  const oldestMs = Date.now() - context.mapping.recordAgeSecondsMax * 1000 - clockErrorMs;
  const expired = records.filter((record) => createdAtMs(record) < oldestMs);
  if (expired.length > 0) {
    await context.discard(expired);
    advancePast(expired, context);
  }
  return records.slice(expired.length);
};

const advancePast = (records: EngineRecord[], { advance }: BatchContext): void => {
  const last = records.at(-1);
  if (last !== undefined) advance(last);
};
