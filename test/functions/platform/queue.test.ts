import { createHash } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { startAwsStub } from '../../support/network/aws-stub.ts';

interface Entry {
  Id: string;
  MessageBody: string;
  MessageGroupId?: string;
  DelaySeconds?: number;
  MessageAttributes?: Record<string, { StringValue: string }>;
}

// The backoff is random from 0, so this takes no time.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
// Fresh modules, as in a new process, for each test and for the file that this worker runs next.
beforeEach(() => {
  vi.resetModules();
  return () => void vi.resetModules();
});

/** A queue that rejects the messages that `answer` names. */
const startQueue = async (
  answer: (entries: Entry[], call: number) => { failed: string[]; sendersFaults?: string[] },
) => {
  const calls: Entry[][] = [];
  const { url } = await startAwsStub((request) => {
    const { Entries: entries } = JSON.parse(request) as { Entries: Entry[] };
    calls.push(entries);
    const { failed, sendersFaults = [] } = answer(entries, calls.length);
    const body = JSON.stringify({
      Successful: entries.filter(({ Id }) => !failed.includes(Id)).map(accepted),
      Failed: failed.map((Id) => ({ Id, Code: 'Nope', SenderFault: sendersFaults.includes(Id) })),
    });
    return { status: 200, type: 'application/x-amz-json-1.0', body };
  });
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', url);
  vi.stubEnv('RUN_MAINTENANCE_QUEUE_URL', `${url}/000000000000/queue`);
  const { sendMessages } = await import('../../../functions/platform/queue.ts');
  return {
    calls,
    sendMessages,
    send: (bodies: unknown[]) => sendMessages(bodies.map((body) => ({ queue: 'runMaintenance', body }))),
  };
};

const accepted = ({ Id, MessageBody }: Entry) => ({
  Id,
  MessageId: Id,
  MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
});

const readBodies = (entries: Entry[]): unknown[] => entries.map(({ MessageBody }) => JSON.parse(MessageBody));

it('a message carries the id of the request that is running, or the one that it names', async () => {
  const { calls, sendMessages } = await startQueue(() => ({ failed: [] }));
  const { runJob } = await import('../../../functions/platform/run-job.ts');
  const queue = 'runMaintenance';
  vi.stubEnv('LOG_LEVEL', 'silent');
  await runJob(
    {},
    () =>
      sendMessages([
        { queue, body: 1 },
        { queue, body: 2, requestId: 'other' },
      ]),
    'running',
  );
  await sendMessages([{ queue, body: 3 }]);
  const ids = calls.flat().map(({ MessageAttributes }) => MessageAttributes?.['request_id']?.StringValue);
  expect(ids).toEqual(['running', 'other', undefined]);
});

it('messages are sent in as few batches of ten as possible', async () => {
  const { calls, send } = await startQueue(() => ({ failed: [] }));
  await send([]);
  await send(Array.from({ length: 23 }, (_, index) => index));
  expect(calls.map((entries) => entries.length).sort()).toEqual([10, 10, 3].sort());
  expect(
    calls
      .flatMap(readBodies)
      .map(Number)
      .sort((one, other) => one - other),
  ).toEqual([...Array(23).keys()]);
});

it('a batch has at most 1 MiB', async () => {
  const { calls, send } = await startQueue(() => ({ failed: [] }));
  await send(Array.from({ length: 7 }, () => 'a'.repeat(300_000)));
  expect(calls.map((entries) => entries.length).sort()).toEqual([1, 3, 3]);
});

it('characters that SQS rejects are escaped and survive the round trip', async () => {
  const { calls, send } = await startQueue(() => ({ failed: [] }));
  const text = 'Grüße 👋 \ud83d \ufffe \uffff \0';
  await send([text]);
  expect(calls[0]?.[0]?.MessageBody).not.toMatch(/[\ud800-\udfff\ufffe\uffff\0]/);
  expect(calls.flatMap(readBodies)).toEqual([text]);
});

it('a message is sent with its group and its delay', async () => {
  const { calls, sendMessages } = await startQueue(() => ({ failed: [] }));
  await sendMessages([{ queue: 'runMaintenance', body: 1, group: 'acme', delaySeconds: 900 }]);
  expect(calls[0]).toMatchObject([{ MessageGroupId: 'acme', DelaySeconds: 900 }]);
});

it('exactly the rejected messages are retried', async () => {
  const { calls, send } = await startQueue((_, call) => ({ failed: call === 1 ? ['1'] : [] }));
  await send(['a', 'b', 'c']);
  expect(calls.map(readBodies)).toEqual([['a', 'b', 'c'], ['b']]);
});

it('a message that is rejected on every attempt throws', async () => {
  const { calls, send } = await startQueue((entries) => ({ failed: entries.map(({ Id }) => Id) }));
  await expect(send(['a'])).rejects.toThrow('rejected 1 messages');
  expect(calls).toHaveLength(5);
});

it("a sender's fault throws without a retry, but not before the other messages of its batch were retried", async () => {
  const { calls, send } = await startQueue((_, call) =>
    call === 1 ? { failed: ['0', '1'], sendersFaults: ['0'] } : { failed: [] },
  );
  await expect(send(['a', 'b', 'c'])).rejects.toThrow('rejected 1 messages');
  expect(calls.map(readBodies)).toEqual([['a', 'b', 'c'], ['b']]);
});
