import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { HostedFunction } from '../lambda/function-host.ts';
import type { Discard } from './stream-batch.ts';
import { createdAtMs, sequenceNumber } from './stream-record.ts';

type Place = { hosted: HostedFunction; shardId: string; streamArn: string };

/** Tells a queue which records were given up. Like Lambda it names them but does not carry what was in them. */
export const sendDiscard = async (
  client: SQSClient,
  queueUrl: string,
  discard: Discard,
  place: Place,
): Promise<void> => {
  const body = JSON.stringify(discardMessage(discard, place));
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
};

const discardMessage = (discard: Discard, { hosted, shardId, streamArn }: Place) => {
  const { records, condition, attempts, requestId, outcome } = discard;
  const arrival = (position: number): string => new Date(timeAt(discard, position)).toISOString();
  const sequenceNumberAt = (position: number): string => {
    const record = records.at(position);
    return record === undefined ? '' : sequenceNumber(record);
  };
  return {
    requestContext: {
      requestId,
      functionArn: hosted.definition.arn,
      condition,
      approximateInvokeCount: attempts,
    },
    responseContext: outcome && {
      statusCode: 200,
      executedVersion: '$LATEST',
      functionError: outcome.ok ? null : 'Unhandled',
    },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequenceNumberAt(0),
      endSequenceNumber: sequenceNumberAt(-1),
      approximateArrivalOfFirstRecord: arrival(0),
      approximateArrivalOfLastRecord: arrival(-1),
      batchSize: records.length,
      streamArn,
    },
  };
};

const timeAt = ({ records }: Discard, position: number): number => {
  const record = records.at(position);
  return record === undefined ? 0 : createdAtMs(record);
};
