import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { consumeStream } from '../../../functions/consumers/consume-stream.ts';
import * as queues from '../../../functions/domain/queues.ts';
import type { QueueJob } from '../../../functions/model/jobs/job.ts';
import type { Change } from '../../../functions/table/dynamodb/changes.ts';
import { captureLog } from '../../support/log.ts';

let queued: QueueJob[];
beforeEach(() => {
  queued = [];
  vi.spyOn(queues, 'enqueueJobs').mockImplementation(async (jobs) => void queued.push(...jobs));
});
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
  it('fails as a whole after its log line when it throws, so Lambda bisects the batch', async () => {
    const lines = captureLog();
    const handler = consumeStream('test', readId, () => Promise.reject(new Error('no luck')));
    await expect(handler(toBatch('1', '2', '3'))).rejects.toThrow('no luck');
    expect(lines).toEqual([
      expect.objectContaining({ operation: 'test', outcome: 'failed', changes: 3, sequence_number: '1' }),
    ]);
  });

  it('discards a change that it cannot parse, with its record, and gets the others in their order', async () => {
    const lines = captureLog();
    const run = vi.fn(async () => undefined);
    await consumeStream('test', readId, run)(toBatch('1', 'broken', '3'));
    expect(run.mock.calls).toEqual([[['1', '3']]]);
    expect(queued).toEqual([{ queue: 'discardedChanges', body: toRecord({ S: 'broken' }) }]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'change discarded', event_id: 'event broken' }),
    );
  });

  it('fails as a whole when a change cannot be discarded', async () => {
    vi.spyOn(queues, 'enqueueJobs').mockRejectedValueOnce(new Error('the queue is down'));
    const handler = consumeStream('test', readId, async () => undefined);
    await expect(handler(toBatch('1', 'broken'))).rejects.toThrow('the queue is down');
  });

  it.each([
    { ageHours: 15, others: [], isDiscarded: false },
    { ageHours: 17, others: [], isDiscarded: true },
    { ageHours: 17, others: ['2'], isDiscarded: false },
  ])('discards a failing change once it is alone and 16 hours old: %o', async ({ ageHours, others, isDiscarded }) => {
    const ApproximateCreationDateTime = Date.now() / 1_000 - ageHours * 3_600;
    const Records = ['1', ...others].map((id) => {
      const { dynamodb, ...record } = toRecord({ S: id });
      return { ...record, dynamodb: { ...dynamodb, ApproximateCreationDateTime } };
    });
    const handler = consumeStream('test', readId, () => Promise.reject(new Error('no luck')));
    const run = handler({ Records });
    if (isDiscarded) await run;
    else await expect(run).rejects.toThrow('no luck');
    expect(queued.map(({ body }) => body)).toEqual(isDiscarded ? Records : []);
  });
});
