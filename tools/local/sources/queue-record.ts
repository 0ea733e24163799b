import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSMessageAttribute, SQSRecord } from 'aws-lambda';
import { region } from '../template/resource-identity.ts';

export const toQueueRecord = (message: Message, queueArn: string): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
    ...message.Attributes,
  },
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, attribute]) => [name, toMessageAttribute(attribute)]),
  ),
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
});

export const toFilterInput = (message: Message): unknown => ({
  ...toQueueRecord(message, ''),
  body: parseJsonOrText(message.Body),
});

const toMessageAttribute = ({
  DataType = 'String',
  StringValue,
  BinaryValue,
}: MessageAttributeValue): SQSMessageAttribute => ({
  ...(StringValue === undefined ? {} : { stringValue: StringValue }),
  ...(BinaryValue === undefined ? {} : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
  stringListValues: [],
  binaryListValues: [],
  dataType: DataType,
});

const parseJsonOrText = (text = ''): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
