import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveMessages } from '../../../tools/admin/move-messages.ts';
import { startAwsStub } from '../../support/network/aws-stub.ts';
import { count, createClient, put, type Queues, startQueues } from './fixture/queues.ts';

let queues: Queues;
beforeEach(async () => {
  queues = await startQueues();
});
afterEach(() => queues.stop());

const work = () => queues.findUrl('deliverWebhookQueue0A1B2C3D');
const deadLetters = () => queues.findUrl('deliverWebhookQueueDeadLetters4E5F6071');
/** The SDK verifies it. */
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const createClientFailingAt = (command: string) => {
  const client = createClient(queues.endpoint);
  client.middlewareStack.add((next, context) => async (args) => {
    if (context['commandName'] === command) throw new Error('broken');
    return next(args);
  });
  return client;
};
const move = () => ({ fromUrl: deadLetters(), toUrl: work(), countMax: 1 });

it('a message stays in the dead letters when sending it fails', async () => {
  await put(queues, deadLetters(), ['1']);
  await expect(moveMessages(createClientFailingAt('SendMessageCommand'), move())).rejects.toThrow('broken');
  expect([await count(queues, work()), await count(queues, deadLetters())]).toEqual([0, 1]);
});

it('a message is in both queues when deleting it fails', async () => {
  await put(queues, deadLetters(), ['1']);
  await expect(moveMessages(createClientFailingAt('DeleteMessageCommand'), move())).rejects.toThrow('broken');
  expect([await count(queues, work()), await count(queues, deadLetters())]).toEqual([1, 1]);
});

it('a moved message keeps its group and its trace', async () => {
  // The local SQS drops message groups, so a stub answers here.
  const message = {
    MessageId: '1',
    ReceiptHandle: 'r',
    Body: 'b',
    MD5OfBody: md5('b'),
    Attributes: { MessageGroupId: 'group', AWSTraceHeader: 'Root=1' },
  };
  const sqs = await startAwsStub((body) => ({
    status: 200,
    type: 'application/x-amz-json-1.0',
    body: JSON.stringify(
      body.includes('MaxNumberOfMessages') ? { Messages: [message] } : { MD5OfMessageBody: md5('b') },
    ),
  }));
  const url = (name: string) => `${sqs.url}/000000000000/${name}`;
  await moveMessages(createClient(sqs.url), { fromUrl: url('dead'), toUrl: url('work'), countMax: 1 });
  expect(sqs.bodies.map((body) => JSON.parse(body))).toMatchObject([
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
