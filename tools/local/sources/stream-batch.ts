import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { _Record as EngineRecord } from '@aws-sdk/client-dynamodb-streams';
import type { HostedFunction } from '../lambda/function-host.ts';
import type { Outcome } from '../lambda/function-messages.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import { failedItems } from './failed-items.ts';
import { createdAtMs, sequenceNumber, streamRecord } from './stream-record.ts';

/** Records that the function will not see again, and why. */
export type Discard = {
  records: EngineRecord[];
  condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  attempts: number;
  requestId?: string;
  outcome?: Outcome;
};

export type BatchSurroundings = {
  mapping: EventSourceMapping;
  hosted: HostedFunction;
  signal: AbortSignal;
  /** Called with the last of the records that are done with. */
  advance: (record: EngineRecord) => void;
  discard: (discard: Discard) => Promise<void>;
};

const retryPauseMs = (attempts: number): number => Math.min(100 * 2 ** attempts, 30_000);

/** DynamoDB Local rounds the time of a record down to the minute: a record gets the benefit of the doubt. */
const clockErrorMs = 60_000;

/**
 * Hands a batch to the function, in order, until all of it is done or given up. A function that reports failed items is
 * called again from the first of them; one that throws gets the batch again, or its halves where the mapping says so.
 */
export const handleStreamBatch = async (records: EngineRecord[], around: BatchSurroundings): Promise<void> => {
  const { mapping, signal } = around;
  let rest = await dropExpired(records, around);
  let attempts = 0;
  while (rest.length > 0 && !signal.aborted) {
    const { outcome, requestId, doneCount } = await attempt(rest, around);
    complete(rest.slice(0, doneCount), around);
    rest = rest.slice(doneCount);
    // A function that was ended together with the source has not failed.
    if (rest.length === 0 || signal.aborted) return;
    attempts = doneCount > 0 ? 1 : attempts + 1;
    if (!outcome.ok && mapping.bisects && rest.length > 1) return handleHalves(rest, around);
    if (attempts > mapping.retriesMax) {
      return giveUp({ records: rest, condition: 'RetryAttemptsExhausted', attempts, requestId, outcome }, around);
    }
    await delay(retryPauseMs(attempts), undefined, { signal }).catch(() => undefined);
    rest = await dropExpired(rest, around);
  }
};

const attempt = async (records: EngineRecord[], { mapping, hosted }: BatchSurroundings) => {
  const requestId = randomUUID();
  const event = { Records: records.map((record) => streamRecord(record, mapping.sourceArn)) };
  const outcome = await hosted.invoke(JSON.stringify(event), requestId);
  const failed = failedItems(outcome, records.map(sequenceNumber), mapping.reportsItems);
  const firstFailed = records.findIndex((record) => failed.includes(sequenceNumber(record)));
  return { outcome, requestId, doneCount: firstFailed < 0 ? records.length : firstFailed };
};

/** Splitting a batch does not count as an attempt, so that a single bad record is found and the others get through. */
const handleHalves = async (records: EngineRecord[], around: BatchSurroundings): Promise<void> => {
  const middle = Math.ceil(records.length / 2);
  await handleStreamBatch(records.slice(0, middle), around);
  if (!around.signal.aborted) await handleStreamBatch(records.slice(middle), around);
};

const dropExpired = async (records: EngineRecord[], around: BatchSurroundings): Promise<EngineRecord[]> => {
  const oldestMs = Date.now() - around.mapping.recordAgeSecondsMax * 1000 - clockErrorMs;
  const expired = records.filter((record) => createdAtMs(record) < oldestMs);
  if (expired.length > 0) await giveUp({ records: expired, condition: 'RecordAgeExceeded', attempts: 0 }, around);
  return records.slice(expired.length);
};

const giveUp = async (discard: Discard, around: BatchSurroundings): Promise<void> => {
  await around.discard(discard);
  complete(discard.records, around);
};

const complete = (records: EngineRecord[], { advance }: BatchSurroundings): void => {
  const last = records.at(-1);
  if (last !== undefined) advance(last);
};
