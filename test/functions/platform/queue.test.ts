import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';

interface Entry {
  Id: string;
  MessageBody: string;
  MessageGroupId?: string;
  DelaySeconds?: number;
}

let server: Server | undefined;
afterEach(() => {
  server?.close();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** A queue that answers each batch as told, and the sender that talks to it. */
const queueThat = async (
  answer: (entries: Entry[], call: number) => { failed: string[]; isSendersFault?: boolean },
) => {
  const calls: Entry[][] = [];
  server = createServer(async (request, response) => {
    const { Entries: entries } = JSON.parse(await text(request)) as { Entries: Entry[] };
    calls.push(entries);
    const { failed, isSendersFault = false } = answer(entries, calls.length);
    response.setHeader('content-type', 'application/x-amz-json-1.0').end(
      JSON.stringify({
        Successful: entries.filter(({ Id }) => !failed.includes(Id)).map(accepted),
        Failed: failed.map((Id) => ({ Id, Code: 'Nope', SenderFault: isSendersFault })),
      }),
    );
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', url);
  vi.stubEnv('DELETE_SEGMENT_MEMBERS_QUEUE_URL', `${url}/000000000000/queue`);
  const { sendMessages } = await import('../../../functions/platform/queue.ts');
  return {
    calls,
    sendMessages,
    send: (bodies: unknown[]) => sendMessages(bodies.map((body) => ({ queue: 'deleteSegmentMembers', body }))),
  };
};

const accepted = ({ Id, MessageBody }: Entry) => ({
  Id,
  MessageId: Id,
  MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
});

const bodiesOf = (entries: Entry[]): unknown[] => entries.map(({ MessageBody }) => JSON.parse(MessageBody));

describe('sending', () => {
  it('takes ten messages at a time', async () => {
    const { calls, send } = await queueThat(() => ({ failed: [] }));
    await send(Array.from({ length: 23 }, (_, place) => place));
    expect(calls.map((entries) => entries.length).sort()).toEqual([10, 10, 3].sort());
    expect(
      calls
        .flatMap(bodiesOf)
        .map(Number)
        .sort((one, other) => one - other),
    ).toEqual([...Array(23).keys()]);
  });

  it('takes no more than 1 MiB at a time', async () => {
    const { calls, send } = await queueThat(() => ({ failed: [] }));
    await send(Array.from({ length: 7 }, () => 'a'.repeat(300_000)));
    expect(calls.map((entries) => entries.length).sort()).toEqual([1, 3, 3]);
  });

  it('escapes what the queue refuses, and what comes out is what went in', async () => {
    const { calls, send } = await queueThat(() => ({ failed: [] }));
    const text = 'Grüße 👋 \ud83d \ufffe \uffff \0';
    await send([text]);
    expect(calls[0]?.[0]?.MessageBody).not.toMatch(/[\ud800-\udfff\ufffe\uffff\0]/);
    expect(calls.flatMap(bodiesOf)).toEqual([text]);
  });

  it('says whose message it is and how long it waits', async () => {
    const { calls, sendMessages } = await queueThat(() => ({ failed: [] }));
    await sendMessages([{ queue: 'deleteSegmentMembers', body: 1, group: 'acme', delaySeconds: 900 }]);
    expect(calls[0]).toMatchObject([{ MessageGroupId: 'acme', DelaySeconds: 900 }]);
  });

  it('sends nothing at all for no messages', async () => {
    const { calls, send } = await queueThat(() => ({ failed: [] }));
    await send([]);
    expect(calls).toEqual([]);
  });

  it('sends again what the queue did not take, and only that', async () => {
    const { calls, send } = await queueThat((_, call) => ({ failed: call === 1 ? ['1'] : [] }));
    await send(['a', 'b', 'c']);
    expect(calls.map(bodiesOf)).toEqual([['a', 'b', 'c'], ['b']]);
  });

  it('throws when the queue takes a message at no try', async () => {
    const { calls, send } = await queueThat((entries) => ({ failed: entries.map(({ Id }) => Id) }));
    await expect(send(['a'])).rejects.toThrow('rejected 1 messages');
    expect(calls).toHaveLength(5);
  });

  it('throws at once what will not be taken at any try', async () => {
    const { calls, send } = await queueThat(() => ({ failed: ['0'], isSendersFault: true }));
    await expect(send(['a'])).rejects.toThrow('rejected 1 messages');
    expect(calls).toHaveLength(1);
  });
});
