import type { _Record as EngineRecord } from '@aws-sdk/client-dynamodb-streams';
import { region } from '../template/resource-identity.ts';

export const toStreamRecord = ({ dynamodb = {}, userIdentity, ...record }: EngineRecord, streamArn: string) => ({
  eventID: record.eventID,
  eventName: record.eventName,
  eventVersion: record.eventVersion,
  eventSource: 'aws:dynamodb',
  awsRegion: region,
  dynamodb: {
    ApproximateCreationDateTime: Math.floor(createdAtMs({ dynamodb }) / 1000),
    Keys: toLambdaValue(dynamodb.Keys),
    NewImage: toLambdaValue(dynamodb.NewImage),
    OldImage: toLambdaValue(dynamodb.OldImage),
    SequenceNumber: dynamodb.SequenceNumber,
    SizeBytes: dynamodb.SizeBytes,
    StreamViewType: dynamodb.StreamViewType,
  },
  userIdentity: userIdentity && { type: userIdentity.Type, principalId: userIdentity.PrincipalId },
  eventSourceARN: streamArn,
});

export const sequenceNumber = (record: EngineRecord): string => record.dynamodb?.SequenceNumber ?? '';

export const createdAtMs = (record: EngineRecord): number =>
  record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0;

const toLambdaValue = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toLambdaValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toLambdaValue(inner)]));
};
