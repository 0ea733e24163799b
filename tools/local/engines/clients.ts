import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { getRecords } from '../sources/stream-record.ts';
import { region } from '../template/resource-identity.ts';

export interface Clients {
  dynamodb: DynamoDBClient;
  dynamodbStreams: DynamoDBStreamsClient;
  readRecords: (shardIterator: string, limit: number) => ReturnType<typeof getRecords>;
  sqs: SQSClient;
  destroy: () => void;
}

/** The engines check no signature, so any secret will do. */
export const createClients = (dynamodbEndpoint: string, sqsEndpoint: string, accessKeyId: string): Clients => {
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  const dynamodb = new DynamoDBClient({ region, credentials, endpoint: dynamodbEndpoint });
  const dynamodbStreams = new DynamoDBStreamsClient({ region, credentials, endpoint: dynamodbEndpoint });
  const sqs = new SQSClient({ region, credentials, endpoint: sqsEndpoint });
  return {
    dynamodb,
    dynamodbStreams,
    readRecords: (shardIterator, limit) => getRecords(dynamodbEndpoint, accessKeyId, shardIterator, limit),
    sqs,
    destroy: () => {
      for (const client of [dynamodb, dynamodbStreams, sqs]) client.destroy();
    },
  };
};
