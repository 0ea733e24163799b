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
      messageAttributes: { request_id: { stringValue: 'the-request', dataType: 'String' } },
    })),
  }) as unknown as SQSEvent;

const failing = async ({ name }: { name: string }): Promise<void> => {
  if (name === 'bad') throw new Error('no luck');
};

it.each([
  ['{"name":"bad"}', '{"name":"a"}'],
  ['{"name":', '{"name":"a"}'],
  ['{"name":5}', '{"name":"a"}'],
  ['null', '{"name":"a"}'],
  ['{"name":"a","v":99}', '{"name":"b","more":1}'],
])('a job that fails, is malformed or of a later release is reported, and no other: %s, %s', async (...bodies) => {
  expect(await consumeQueue('test', job, failing)(toBatch(...bodies))).toEqual({
    batchItemFailures: [{ itemIdentifier: 'message 0' }],
  });
});

it('the jobs of a batch run concurrently, each with its receive count', async () => {
  const both = Promise.withResolvers<void>();
  const running: unknown[] = [];
  const handler = consumeQueue('test', job, async ({ name }, receiveCount) => {
    if (running.push([name, receiveCount]) === 2) both.resolve();
    await both.promise;
  });
  expect(await handler(toBatch('{"name":"a"}', '{"name":"b"}'))).toEqual({ batchItemFailures: [] });
  expect(running).toEqual([
    ['a', 2],
    ['b', 2],
  ]);
});

it('each job logs one line with the request that caused it, its message id, outcome and cost', async () => {
  const lines = captureLog();
  await consumeQueue('test', job, failing)(toBatch('{"name":"a"}', '{"name":"bad"}'));
  expect(lines).toEqual([
    {
      operation: 'test',
      request_id: 'the-request',
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
