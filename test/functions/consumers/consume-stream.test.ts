import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consumeStream } from '../../../functions/consumers/consume-stream.ts';
import { enqueueJobs, type QueueJob } from '../../../functions/domain/queues.ts';
import type { Change } from '../../../functions/table/dynamodb/changes.ts';
import { captureLog } from '../../support/log.ts';

vi.mock('../../../functions/domain/queues.ts', () => ({ enqueueJobs: vi.fn() }));

let queued: QueueJob[];
beforeEach(() => {
  queued = [];
  vi.mocked(enqueueJobs).mockImplementation(async (jobs) => void queued.push(...jobs));
});
afterEach(() => vi.restoreAllMocks());

const toRecord = (id: AttributeValue): DynamoDBRecord => ({
  eventID: `event ${id.S}`,
  dynamodb: { SequenceNumber: `${id.S}`, NewImage: { id } },
});

const toBatch = (...ids: string[]): DynamoDBStreamEvent => ({ Records: ids.map((id) => toRecord({ S: id })) });

const readId = ({ after }: Change): unknown => {
  if (after?.['id'] === 'broken') throw new Error('no such entity');
  return after?.['id'];
};

describe('a consumer of the stream', () => {
  it('gets the parsed changes of a batch in their order and reports no failure', async () => {
    const run = vi.fn(async () => undefined);
    expect(await consumeStream('test', readId, run)(toBatch('1', '2', '3'))).toEqual({ batchItemFailures: [] });
    expect(run.mock.calls).toEqual([[['1', '2', '3']]]);
  });

  it('gets the whole batch again after it throws', async () => {
    const handler = consumeStream('test', readId, () => Promise.reject(new Error('no luck')));
    expect(await handler(toBatch('1', '2', '3'))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });

  it('discards a change that it cannot parse, with its record, and gets the others', async () => {
    const lines = captureLog();
    const run = vi.fn(async () => undefined);
    expect(await consumeStream('test', readId, run)(toBatch('1', 'broken', '3'))).toEqual({ batchItemFailures: [] });
    expect(run.mock.calls).toEqual([[['1', '3']]]);
    expect(queued).toEqual([{ queue: 'discardedChanges', body: toRecord({ S: 'broken' }) }]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'change discarded', event_id: 'event broken' }),
    );
  });

  it('gets the whole batch again when a change cannot be discarded', async () => {
    vi.mocked(enqueueJobs).mockRejectedValueOnce(new Error('the queue is down'));
    const handler = consumeStream('test', readId, async () => undefined);
    expect(await handler(toBatch('1', 'broken'))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  });
});
