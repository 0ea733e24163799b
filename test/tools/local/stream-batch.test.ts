import type { _Record as EngineRecord } from '@aws-sdk/client-dynamodb-streams';
import { expect, test } from 'vitest';
import type { Outcome } from '../../../tools/local/lambda/function-messages.ts';
import type { EventSourceMapping } from '../../../tools/local/sources/event-source-mapping.ts';
import {
  type BatchContext,
  type DiscardedBatch,
  handleStreamBatch,
} from '../../../tools/local/sources/stream-batch.ts';

const mapping: EventSourceMapping = {
  id: 'Mapping',
  sourceArn: 'arn:stream',
  functionName: 'function',
  batchSizeMax: 100,
  batchingWindowMs: 0,
  reportsItemFailures: false,
  patterns: [],
  concurrencyMax: 1,
  startingPosition: 'LATEST',
  bisectsBatches: false,
  retriesMax: 0,
  recordAgeSecondsMax: Number.POSITIVE_INFINITY,
  failureDestinationArn: undefined,
};

const record = (sequence: string, ageSeconds = 0): EngineRecord => ({
  dynamodb: {
    SequenceNumber: sequence,
    ApproximateCreationDateTime: new Date(Date.now() - ageSeconds * 1000),
  },
});

const failure: Outcome = { ok: false, error: { errorType: 'Error', errorMessage: 'x', trace: [] } };

const around = (answers: Outcome[], changes: Partial<EventSourceMapping> = {}) => {
  const calls: string[][] = [];
  const discards: Pick<DiscardedBatch, 'condition' | 'attempts'>[] = [];
  const positions: string[] = [];
  const stopping = new AbortController();
  const surroundings: BatchContext = {
    mapping: { ...mapping, ...changes },
    hosted: {
      definition: {
        logicalId: 'F',
        name: 'f',
        arn: 'arn:f',
        codeDir: '',
        handler: '',
        timeoutSeconds: 1,
        memoryMb: 1,
        environment: () => ({}),
      },
      environment: () => ({}),
      invoke: async (event) => {
        calls.push(JSON.parse(event).Records.map((each: EngineRecord) => each.dynamodb?.SequenceNumber));
        return answers.shift() ?? { ok: true, payload: 'null' };
      },
      logError: () => undefined,
      kill: async () => undefined,
      stop: async () => undefined,
    },
    signal: stopping.signal,
    advance: (each) => void positions.push(each.dynamodb?.SequenceNumber ?? ''),
    discard: async ({ condition, attempts }) => void discards.push({ condition, attempts }),
  };
  return { surroundings, calls, discards, positions, stopping };
};

test('records that are older than the mapping allows are given up without a call', async () => {
  const { surroundings, calls, discards, positions } = around([], { recordAgeSecondsMax: 60 });
  await handleStreamBatch([record('1', 300), record('2', 300), record('3', 30)], surroundings);
  expect(calls).toEqual([['3']]);
  expect(discards).toEqual([{ condition: 'RecordAgeExceeded', attempts: 0 }]);
  expect(positions).toEqual(['2', '3']);
});

test('a batch is tried once and then as often again as the mapping says', async () => {
  const { surroundings, calls, discards, positions } = around([failure, failure, failure], { retriesMax: 1 });
  await handleStreamBatch([record('1'), record('2')], surroundings);
  expect(calls).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  expect(discards).toEqual([{ condition: 'RetryAttemptsExhausted', attempts: 2 }]);
  expect(positions).toEqual(['2']);
});

test('progress gives what is left its attempts anew', async () => {
  const failedAt = (id: string): Outcome => ({
    ok: true,
    payload: JSON.stringify({ batchItemFailures: [{ itemIdentifier: id }] }),
  });
  const answers = [failedAt('2'), failedAt('2'), failedAt('3'), failedAt('3')];
  const { surroundings, discards, positions } = around(answers, { retriesMax: 2, reportsItemFailures: true });
  await handleStreamBatch([record('1'), record('2'), record('3')], surroundings);
  expect(discards).toEqual([]);
  expect(positions).toEqual(['1', '2', '3']);
});

test('a function that fails because everything stops has given up nothing', async () => {
  const { surroundings, discards, positions, stopping } = around([failure]);
  const { invoke } = surroundings.hosted;
  surroundings.hosted.invoke = (event) => {
    stopping.abort();
    return invoke(event);
  };
  await handleStreamBatch([record('1')], surroundings);
  expect(discards).toEqual([]);
  expect(positions).toEqual([]);
});
