import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { region } from '../template/resource-identity.ts';

type Image = Record<string, unknown>;

/** A record as the engine writes it in JSON, which is also how Lambda writes the attributes. */
export interface EngineRecord {
  eventID?: string;
  eventName?: string;
  eventVersion?: string;
  dynamodb: {
    ApproximateCreationDateTime: number;
    Keys?: Image;
    NewImage?: Image;
    OldImage?: Image;
    SequenceNumber: string;
    SizeBytes?: number;
    StreamViewType?: string;
  };
  userIdentity?: { Type: string; PrincipalId: string };
}

interface RecordPage {
  Records: EngineRecord[];
  NextShardIterator?: string;
}

/** Half the work of `fetch`, which counts where it is called all the time. */
const agent = new Agent({ keepAlive: true, timeout: 4_000 });

/**
 * Reads without the SDK: it would take every attribute of every record apart, most of which no filter lets through, and
 * they would have to be put together again for the function.
 */
export const getRecords = async (
  endpoint: string,
  accessKeyId: string,
  shardIterator: string,
  limit: number,
): Promise<RecordPage> => {
  const headers = {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': 'DynamoDBStreams_20120810.GetRecords',
    Authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=local`,
  };
  const sent = request(endpoint, { method: 'POST', agent, headers });
  sent.end(JSON.stringify({ ShardIterator: shardIterator, Limit: limit }));
  const [response]: IncomingMessage[] = await once(sent, 'response');
  const body = response ? await text(response) : '';
  if (response?.statusCode === 200) return JSON.parse(body);
  throw Object.assign(new Error(body), { name: /\w+Exception/.exec(body)?.[0] ?? 'Error' });
};

export const toStreamRecord = ({ dynamodb, userIdentity, ...record }: EngineRecord, streamArn: string) => ({
  ...record,
  eventSource: 'aws:dynamodb',
  awsRegion: region,
  dynamodb: { ...dynamodb, ApproximateCreationDateTime: Math.floor(dynamodb.ApproximateCreationDateTime) },
  userIdentity: userIdentity && { type: userIdentity.Type, principalId: userIdentity.PrincipalId },
  eventSourceARN: streamArn,
});

export const sequenceNumber = (record: EngineRecord): string => record.dynamodb.SequenceNumber;

export const createdAtMs = (record: EngineRecord): number => record.dynamodb.ApproximateCreationDateTime * 1000;
