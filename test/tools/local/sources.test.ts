import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../tools/local/lambda/function-messages.ts';
import { type EventSourceMapping, failedItems } from '../../../tools/local/sources/event-source-mapping.ts';
import { matchesAny, parsePatterns } from '../../../tools/local/sources/filter.ts';
import { type BatchContext, handleStreamBatch } from '../../../tools/local/sources/stream-batch.ts';
import { type EngineRecord, sequenceNumber } from '../../../tools/local/sources/stream-record.ts';
import { openCheckpoint } from '../../../tools/local/sources/stream-source.ts';
import { newFolder, removeFolders } from './fixture/folder.ts';

afterAll(removeFolders);

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
    ['null for the list', { batchItemFailures: null }, []],
    ['several items', report('c', 'a'), ['c', 'a']],
    ['an item that was not in the batch', report('b', 'x'), ids],
    ['an empty identifier', report(''), ids],
    ['an item under a wrong name', { batchItemFailures: [{ id: 'b' }] }, ids],
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
    reportsItemFailures: false,
    patterns: [],
    concurrencyMax: 1,
    recordAgeSecondsMax: 60,
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

  const createContext = (outcomes: Outcome[] = []) => {
    const calls: string[][] = [];
    const discards: string[] = [];
    const positions: string[] = [];
    const stopping = new AbortController();
    const context: BatchContext = {
      mapping,
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
      discard: async (records) => void discards.push(...records.map(sequenceNumber)),
    };
    return { context, calls, discards, positions, stopping };
  };

  it('records over the maximum age are discarded without calling the function', async () => {
    const { context, calls, discards, positions } = createContext();
    await handleStreamBatch([record('1', 300), record('2', 300), record('3', 30)], context);
    expect(calls).toEqual([['3']]);
    expect(discards).toEqual(['1', '2']);
    expect(positions).toEqual(['2', '3']);
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

/** A folder whose mapping has read stream-1 up to 00042. */
const createCheckpoint = (): string => {
  const folder = newFolder();
  openCheckpoint(folder, 'Mapping', 'stream-1').advance('shard-1', '00042');
  return folder;
};

it('a checkpoint keeps its position over a restart', () => {
  expect(openCheckpoint(createCheckpoint(), 'Mapping', 'stream-1').position('shard-1')).toBe('00042');
});

it('a checkpoint ignores positions in another stream', () => {
  expect(openCheckpoint(createCheckpoint(), 'Mapping', 'stream-2').position('shard-1')).toBeUndefined();
});

it('a checkpoint starts over if its file is damaged', () => {
  const folder = createCheckpoint();
  writeFileSync(join(folder, 'checkpoints', 'Mapping.json'), '{"streamArn":');
  expect(openCheckpoint(folder, 'Mapping', 'stream-1').position('shard-1')).toBeUndefined();
});

const change = {
  eventName: 'INSERT',
  tags: ['a', 'b'],
  count: 5,
  nothing: null,
  dynamodb: { NewImage: { kind: { S: 'Contact' }, phone: { S: '+1555' } } },
};

it.each<[string, unknown, boolean]>([
  ['one of several values', { eventName: ['MODIFY', 'INSERT'] }, true],
  ['nested fields', { dynamodb: { NewImage: { kind: { S: ['Contact'] } } } }, true],
  ['all fields of a pattern', { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['Message'] } } } }, false],
  ['a field that exists', { dynamodb: { NewImage: { kind: { S: [{ exists: true }] } } } }, true],
  ['a missing field', { dynamodb: { OldImage: { kind: { S: [{ exists: false }] } } } }, true],
  ['null', { nothing: [null] }, true],
  ['null for a missing field', { other: [null] }, false],
  ['one value of a list', { tags: ['b'] }, true],
  ['alternatives over several fields', { $or: [{ eventName: ['REMOVE'] }, { count: [5] }] }, true],
])('a pattern with %s matches as in Lambda', (_, pattern, expected) => {
  expect(matchesAny([pattern], change)).toBe(expected);
});

it('a record passes if one pattern matches or there is no pattern', () => {
  expect(matchesAny([{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }], change)).toBe(true);
  expect(matchesAny([], change)).toBe(true);
});

it('an unknown rule is rejected instead of matching nothing', () => {
  const patterns = ['{"a":{"b":[{"suffix":"x"}]}}'];
  expect(() => parsePatterns(patterns, 'Stack/Mapping')).toThrow('Stack/Mapping: the filter rule "suffix" is not');
});
