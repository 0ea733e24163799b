import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { consumeQueue } from '../../../functions/consumers/consume-queue.ts';

const message = z.object({ name: z.string() });

/** The parts of an event that a consumer reads. */
const eventOf = (...bodies: string[]): SQSEvent =>
  ({
    Records: bodies.map((body, place) => ({
      messageId: `message ${place}`,
      body,
      attributes: { ApproximateReceiveCount: '2' },
    })),
  }) as unknown as SQSEvent;

const failing = async ({ name }: { name: string }): Promise<void> => {
  if (name === 'bad') throw new Error('no luck');
};

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('a consumer of a queue', () => {
  it('reports nothing when every message is dealt with', async () => {
    const seen: string[] = [];
    const handler = consumeQueue('test', message, async ({ name }) => void seen.push(name));
    expect(await handler(eventOf('{"name":"a"}', '{"name":"b","more":1}'))).toEqual({ batchItemFailures: [] });
    expect(seen).toEqual(['a', 'b']);
  });

  it('reports the messages that failed, and only those', async () => {
    const handler = consumeQueue('test', message, failing);
    expect(await handler(eventOf('{"name":"a"}', '{"name":"bad"}', '{"name":"c"}'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message 1' }],
    });
  });

  it.each(['{"name":', '{"name":5}', 'null'])('reports a message that it cannot read: %s', async (body) => {
    const handler = consumeQueue('test', message, failing);
    expect(await handler(eventOf(body, '{"name":"a"}'))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message 0' }],
    });
  });

  it('tells how often the queue has handed a message out', async () => {
    const counts: number[] = [];
    await consumeQueue(
      'test',
      message,
      async (_, receiveCount) => void counts.push(receiveCount),
    )(eventOf('{"name":"a"}'));
    expect(counts).toEqual([2]);
  });

  it('works on the messages of a batch side by side', async () => {
    const both = Promise.withResolvers<void>();
    let running = 0;
    const handler = consumeQueue('test', message, async () => {
      running += 1;
      if (running === 2) both.resolve();
      await both.promise;
    });
    expect(await handler(eventOf('{"name":"a"}', '{"name":"b"}'))).toEqual({ batchItemFailures: [] });
  });

  it('writes one line per message: which it was, how it ended, what it cost', async () => {
    await consumeQueue('test', message, failing)(eventOf('{"name":"a"}', '{"name":"bad"}'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        message: 'job',
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
});
