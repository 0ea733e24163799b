import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../tools/local/lambda/function-messages.ts';
import { type EventSourceMapping, failedItems } from '../../../tools/local/sources/event-source-mapping.ts';
import {
  type BatchContext,
  type DiscardedBatch,
  handleStreamBatch,
} from '../../../tools/local/sources/stream-batch.ts';
import type { EngineRecord } from '../../../tools/local/sources/stream-record.ts';

const failure: Outcome = { ok: false, error: { errorType: 'Error', errorMessage: 'x', trace: [] } };

const report = (...identifiers: unknown[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

const returning = (result: unknown): Outcome => ({ ok: true, payload: JSON.stringify(result) });

describe('batch result', () => {
  const ids = ['a', 'b', 'c'];

  it.each<[string, unknown, string[]]>([
    ['null', null, []],
    ['an empty object', {}, []],
    ['an empty list', report(), []],
    ['null for the list', { batchItemFailures: null }, []],
    ['one item', report('b'), ['b']],
    ['several items', report('c', 'a'), ['c', 'a']],
    ['an item that was not in the batch', report('b', 'x'), ids],
    ['an empty identifier', report(''), ids],
    ['null for an identifier', report(null), ids],
    ['an item under a wrong name', { batchItemFailures: [{ id: 'b' }] }, ids],
    ['a string for the list', { batchItemFailures: 'b' }, ids],
    ['a string', 'done', ids],
  ])('a result with %s fails the same items as in Lambda', (_, result, expected) => {
    expect(failedItems(returning(result), ids, true)).toEqual(expected);
  });

  it('any result is a success for a mapping without item reports', () => {
    expect(failedItems(returning(report('b')), ids, false)).toEqual([]);
  });

  it('an error fails the whole batch', () => {
    expect(failedItems(failure, ids, true)).toEqual(ids);
    expect(failedItems(failure, ids, false)).toEqual(ids);
  });
});

describe('stream batch', () => {
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

  const definition = {
    logicalId: 'F',
    name: 'f',
    arn: 'arn:f',
    codeDir: '',
    handler: '',
    timeoutSeconds: 1,
    memoryMb: 1,
    roleArn: () => '',
    environment: () => ({}),
  };

  const record = (sequence: string, ageSeconds = 0): EngineRecord => ({
    dynamodb: { SequenceNumber: sequence, ApproximateCreationDateTime: Date.now() / 1000 - ageSeconds },
  });

  const createContext = (outcomes: Outcome[], changes: Partial<EventSourceMapping> = {}) => {
    const calls: string[][] = [];
    const discards: Pick<DiscardedBatch, 'condition' | 'attempts'>[] = [];
    const positions: string[] = [];
    const stopping = new AbortController();
    const context: BatchContext = {
      mapping: { ...mapping, ...changes },
      hosted: {
        definition,
        environment: () => ({}),
        invoke: async (event) => {
          calls.push(JSON.parse(event).Records.map(({ dynamodb }: EngineRecord) => dynamodb.SequenceNumber));
          return outcomes.shift() ?? returning(null);
        },
        logError: () => undefined,
        kill: async () => undefined,
        stop: async () => undefined,
      },
      signal: stopping.signal,
      advance: ({ dynamodb }) => void positions.push(dynamodb.SequenceNumber),
      discard: async ({ condition, attempts }) => void discards.push({ condition, attempts }),
    };
    return { context, calls, discards, positions, stopping };
  };

  it('records over the maximum age are discarded without calling the function', async () => {
    const { context, calls, discards, positions } = createContext([], { recordAgeSecondsMax: 60 });
    await handleStreamBatch([record('1', 300), record('2', 300), record('3', 30)], context);
    expect(calls).toEqual([['3']]);
    expect(discards).toEqual([{ condition: 'RecordAgeExceeded', attempts: 0 }]);
    expect(positions).toEqual(['2', '3']);
  });

  it('a batch is attempted once plus the retries of the mapping, then discarded', async () => {
    const { context, calls, discards, positions } = createContext([failure, failure, failure], { retriesMax: 1 });
    await handleStreamBatch([record('1'), record('2')], context);
    expect(calls).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(discards).toEqual([{ condition: 'RetryAttemptsExhausted', attempts: 2 }]);
    expect(positions).toEqual(['2']);
  });

  it('progress in a batch resets its attempts', async () => {
    const outcomes = ['2', '2', '3', '3'].map((id) => returning(report(id)));
    const changes = { retriesMax: 2, reportsItemFailures: true };
    const { context, discards, positions } = createContext(outcomes, changes);
    await handleStreamBatch([record('1'), record('2'), record('3')], context);
    expect(discards).toEqual([]);
    expect(positions).toEqual(['1', '2', '3']);
  });

  it('a batch that fails because the source stops is neither discarded nor checkpointed', async () => {
    const { context, discards, positions, stopping } = createContext([failure]);
    const { invoke } = context.hosted;
    context.hosted.invoke = (event) => {
      stopping.abort();
      return invoke(event);
    };
    await handleStreamBatch([record('1')], context);
    expect(discards).toEqual([]);
    expect(positions).toEqual([]);
  });
});
