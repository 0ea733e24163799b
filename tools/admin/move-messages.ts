import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

const batchSizeMax = 10;
/** Long polling asks all SQS servers; a short poll may miss messages. */
const waitSeconds = 2;

interface Move {
  fromUrl: string;
  toUrl: string;
  countMax: number;
  onProgress?: (moved: number) => void;
}

/**
 * Moves messages to another queue and returns how many. Each is sent before it is deleted: a crash in between leaves it
 * in both queues, never in none. SQS has a redrive of its own, but the local SQS does not.
 */
export const moveMessages = async (client: SQSClient, move: Move): Promise<number> => {
  const { fromUrl, countMax, onProgress = () => undefined } = move;
  let moved = 0;
  while (moved < countMax) {
    const messages = await receive(client, fromUrl, Math.min(batchSizeMax, countMax - moved));
    if (messages.length === 0) break;
    await Promise.all(messages.map((message) => moveMessage(client, move, message)));
    moved += messages.length;
    onProgress(moved);
  }
  return moved;
};

const receive = async (client: SQSClient, QueueUrl: string, count: number): Promise<Message[]> => {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: count,
      WaitTimeSeconds: waitSeconds,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['MessageGroupId', 'AWSTraceHeader'],
    }),
  );
  return Messages;
};

const moveMessage = async (client: SQSClient, { fromUrl, toUrl }: Move, message: Message): Promise<void> => {
  const { MessageGroupId, AWSTraceHeader } = message.Attributes ?? {};
  await client.send(
    new SendMessageCommand({
      QueueUrl: toUrl,
      MessageBody: message.Body,
      MessageAttributes: message.MessageAttributes,
      ...(MessageGroupId === undefined ? {} : { MessageGroupId }),
      ...(AWSTraceHeader === undefined
        ? {}
        : { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: AWSTraceHeader } } }),
    }),
  );
  await client.send(new DeleteMessageCommand({ QueueUrl: fromUrl, ReceiptHandle: message.ReceiptHandle }));
};
