import type { SQSEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { consumeQueue } from '../../../functions/consumers/consume-queue.ts';
import { captureLog } from '../../support/log.ts';

const job = z.object({ name: z.string() });

const toBatch = (...bodies: string[]): SQSEvent =>
  ({
    Records: bodies.map((body, index) => ({
      messageId: `message ${index}`,
      body,
      attributes: { ApproximateReceiveCount: '2' },
    })),
  }) as unknown as SQSEvent;

const failing = async ({ name }: { name: string }): Promise<void> => {
  if (name === 'bad') throw new Error('no luck');
};

it('a batch without failures reports none', async () => {
  const names: string[] = [];
  const handler = consumeQueue('test', job, async ({ name }) => void names.push(name));
  expect(await handler(toBatch('{"name":"a"}', '{"name":"b","more":1}'))).toEqual({ batchItemFailures: [] });
  expect(names).toEqual(['a', 'b']);
});

it('a batch reports the jobs that failed, and only those', async () => {
  const handler = consumeQueue('test', job, failing);
  expect(await handler(toBatch('{"name":"a"}', '{"name":"bad"}', '{"name":"c"}'))).toEqual({
    batchItemFailures: [{ itemIdentifier: 'message 1' }],
  });
});

it.each(['{"name":', '{"name":5}', 'null', '{"name":"a","v":99}'])(
  'a malformed job, or one of a later release, is reported as failed: %s',
  async (body) => {
    const handler = consumeQueue('test', job, failing);
    expect(await handler(toBatch(body, '{"name":"a"}'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message 0' }],
    });
  },
);

it('a job gets its receive count', async () => {
  const counts: number[] = [];
  await consumeQueue('test', job, async (_, receiveCount) => void counts.push(receiveCount))(toBatch('{"name":"a"}'));
  expect(counts).toEqual([2]);
});

it('the jobs of a batch run concurrently', async () => {
  const both = Promise.withResolvers<void>();
  let running = 0;
  const handler = consumeQueue('test', job, async () => {
    running += 1;
    if (running === 2) both.resolve();
    await both.promise;
  });
  expect(await handler(toBatch('{"name":"a"}', '{"name":"b"}'))).toEqual({ batchItemFailures: [] });
});

it('a job logs the id of the request that caused it', async () => {
  const lines = captureLog();
  const { Records: [record] = [] } = toBatch('{"name":"a"}');
  const messageAttributes = { request_id: { stringValue: 'the-request', dataType: 'String' } };
  await consumeQueue('test', job, failing)({ Records: [{ ...record, messageAttributes }] } as SQSEvent);
  expect(lines).toEqual([expect.objectContaining({ operation: 'test', request_id: 'the-request' })]);
});

it('each job logs one line with its message id, outcome and cost', async () => {
  const lines = captureLog();
  await consumeQueue('test', job, failing)(toBatch('{"name":"a"}', '{"name":"bad"}'));
  expect(lines).toEqual([
    {
      operation: 'test',
      message_id: 'message 0',
      receive_count: 2,
      outcome: 'done',
      duration_ms: expect.any(Number),
      cpu_ms: expect.any(Number),
      round_trips: 0,
      read_units: 0,
      write_units: 0,
    },
    expect.objectContaining({
      level: 'error',
      message_id: 'message 1',
      outcome: 'failed',
      error: expect.objectContaining({ message: 'no luck' }),
    }),
  ]);
});
