import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostedFunction } from '../lambda/function-host.ts';
import type { Outcome } from '../lambda/function-messages.ts';
import { type EventSourceMapping, failedItems } from './event-source-mapping.ts';
import { createdAtMs, type EngineRecord, sequenceNumber, toStreamRecord } from './stream-record.ts';

export interface DiscardedBatch {
  records: EngineRecord[];
  condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  attempts: number;
  requestId?: string;
  outcome?: Outcome;
}

export interface BatchContext {
  mapping: EventSourceMapping;
  hosted: HostedFunction;
  signal: AbortSignal;
  advance: (record: EngineRecord) => void;
  discard: (discard: DiscardedBatch) => Promise<void>;
}

const retryDelayMs = (attempts: number): number => Math.min(100 * 2 ** attempts, 30_000);

/** DynamoDB Local rounds record times down to the minute. */
const clockErrorMs = 60_000;

/**
 * Calls the function until every record is processed or discarded. Retries start at the first reported failure; after
 * an error the whole batch is retried, or bisected if the mapping says so.
 */
export const handleStreamBatch = async (records: EngineRecord[], context: BatchContext): Promise<void> => {
  const { mapping, signal } = context;
  let remaining = await dropExpired(records, context);
  let attempts = 0;
  while (remaining.length > 0 && !signal.aborted) {
    const { outcome, requestId, processedCount } = await invokeFunction(remaining, context);
    advancePast(remaining.slice(0, processedCount), context);
    remaining = remaining.slice(processedCount);
    // This is not a failure: the function was stopped together with the source.
    if (remaining.length === 0 || signal.aborted) return;
    attempts = processedCount > 0 ? 1 : attempts + 1;
    if (!outcome.ok && mapping.bisectsBatches && remaining.length > 1) return handleHalves(remaining, context);
    if (attempts > mapping.retriesMax) {
      return discardBatch(
        { records: remaining, condition: 'RetryAttemptsExhausted', attempts, requestId, outcome },
        context,
      );
    }
    await delay(retryDelayMs(attempts), undefined, { signal }).catch(() => undefined);
    remaining = await dropExpired(remaining, context);
  }
};

const invokeFunction = async (records: EngineRecord[], { mapping, hosted }: BatchContext) => {
  const requestId = randomUUID();
  const event = { Records: records.map((record) => toStreamRecord(record, mapping.sourceArn)) };
  const outcome = await hosted.invoke(JSON.stringify(event), requestId);
  const failed = failedItems(outcome, records.map(sequenceNumber), mapping.reportsItemFailures);
  const firstFailed = records.findIndex((record) => failed.includes(sequenceNumber(record)));
  return { outcome, requestId, processedCount: firstFailed < 0 ? records.length : firstFailed };
};

/** Bisecting does not count as an attempt, so a single bad record is isolated and the rest succeed. */
const handleHalves = async (records: EngineRecord[], context: BatchContext): Promise<void> => {
  const middle = Math.ceil(records.length / 2);
  await handleStreamBatch(records.slice(0, middle), context);
  if (!context.signal.aborted) await handleStreamBatch(records.slice(middle), context);
};

const dropExpired = async (records: EngineRecord[], context: BatchContext): Promise<EngineRecord[]> => {
  const oldestMs = Date.now() - context.mapping.recordAgeSecondsMax * 1000 - clockErrorMs;
  const expired = records.filter((record) => createdAtMs(record) < oldestMs);
  if (expired.length > 0)
    await discardBatch({ records: expired, condition: 'RecordAgeExceeded', attempts: 0 }, context);
  return records.slice(expired.length);
};

const discardBatch = async (discard: DiscardedBatch, context: BatchContext): Promise<void> => {
  await context.discard(discard);
  advancePast(discard.records, context);
};

const advancePast = (records: EngineRecord[], { advance }: BatchContext): void => {
  const last = records.at(-1);
  if (last !== undefined) advance(last);
};
