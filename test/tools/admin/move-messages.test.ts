import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveMessages } from '../../../tools/admin/move-messages.ts';
import { clientOf, count, put, type Queues, startQueues } from './fixture/queues.ts';
import { startReceiver } from './fixture/receiver.ts';

let queues: Queues;
beforeEach(async () => {
  queues = await startQueues();
});
afterEach(() => queues.stop());

const urlOf = (id: string): string => queues.urls[id] ?? `no queue ${id}`;
const work = () => urlOf('deliverWebhookQueue0A1B2C3D');
const deadLetters = () => urlOf('deliverWebhookQueueDeadLetters4E5F6071');
/** The SDK checks it. */
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

describe('a message that is moved', () => {
  /** A client that breaks when it is about to do this. */
  const breakingAt = (command: string) => {
    const client = clientOf(queues.endpoint);
    client.middlewareStack.add((next, context) => async (args) => {
      if (context['commandName'] === command) throw new Error('broken');
      return next(args);
    });
    return client;
  };
  const move = () => ({ fromUrl: deadLetters(), toUrl: work(), countMax: 1 });

  it('stays dead if it could not be sent', async () => {
    await put(queues, deadLetters(), ['1']);
    await expect(moveMessages(breakingAt('SendMessageCommand'), move())).rejects.toThrow('broken');
    expect([await count(queues, work()), await count(queues, deadLetters())]).toEqual([0, 1]);
  });

  it('is in both queues if something broke after it was sent', async () => {
    await put(queues, deadLetters(), ['1']);
    await expect(moveMessages(breakingAt('DeleteMessageCommand'), move())).rejects.toThrow('broken');
    expect([await count(queues, work()), await count(queues, deadLetters())]).toEqual([1, 1]);
  });

  it('keeps its group and its trace', async () => {
    // The SQS server of the other tests takes a group and forgets it.
    const message = {
      MessageId: '1',
      ReceiptHandle: 'r',
      Body: 'b',
      MD5OfBody: md5('b'),
      Attributes: { MessageGroupId: 'group', AWSTraceHeader: 'Root=1' },
    };
    const receiver = await startReceiver((body) => ({
      status: 200,
      type: 'application/x-amz-json-1.0',
      body: JSON.stringify(
        body.includes('MaxNumberOfMessages') ? { Messages: [message] } : { MD5OfMessageBody: md5('b') },
      ),
    }));
    const url = (name: string) => `${receiver.url}/000000000000/${name}`;
    await moveMessages(clientOf(receiver.url), { fromUrl: url('dead'), toUrl: url('work'), countMax: 1 });
    receiver.stop();
    expect(receiver.bodies.map((body) => JSON.parse(body))).toMatchObject([
      { QueueUrl: url('dead'), MaxNumberOfMessages: 1 },
      {
        QueueUrl: url('work'),
        MessageBody: 'b',
        MessageGroupId: 'group',
        MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1' } },
      },
      { QueueUrl: url('dead'), ReceiptHandle: 'r' },
    ]);
  });
});
