import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

const batchSizeMax = 10;
/** SQS asks all its servers only for those who wait; else a queue may look empty that is not. */
const waitSeconds = 2;

interface Move {
  fromUrl: string;
  toUrl: string;
  countMax: number;
  /** Told after each batch how many there are by now. */
  onProgress?: (moved: number) => void;
}

/**
 * Puts messages of one queue on another and returns how many. Each is sent before it is deleted: whatever breaks in
 * between leaves it in both, and never in none. SQS can do that by itself, but only on AWS.
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
