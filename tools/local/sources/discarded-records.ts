import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { HostedFunction } from '../lambda/function-host.ts';
import type { DiscardedBatch } from './stream-batch.ts';
import { createdAtMs, sequenceNumber } from './stream-record.ts';

interface BatchSource {
  hosted: HostedFunction;
  shardId: string;
  streamArn: string;
}

/** Like Lambda, sends the position of the discarded records to the failure destination, not their content. */
export const sendDiscardedBatch = async (
  client: SQSClient,
  queueUrl: string,
  discard: DiscardedBatch,
  source: BatchSource,
): Promise<void> => {
  const body = JSON.stringify(buildDiscardMessage(discard, source));
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
};

const buildDiscardMessage = (discard: DiscardedBatch, { hosted, shardId, streamArn }: BatchSource) => {
  const { records, condition, attempts, requestId, outcome } = discard;
  const arrivalTime = (position: number): string => new Date(recordTimeMs(discard, position)).toISOString();
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
      approximateArrivalOfFirstRecord: arrivalTime(0),
      approximateArrivalOfLastRecord: arrivalTime(-1),
      batchSize: records.length,
      streamArn,
    },
  };
};

const recordTimeMs = ({ records }: DiscardedBatch, position: number): number => {
  const record = records.at(position);
  return record === undefined ? 0 : createdAtMs(record);
};
