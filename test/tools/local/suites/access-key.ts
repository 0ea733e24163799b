import { GetItemCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, it, onTestFinished } from 'vitest';
import { createClients } from '../../../../tools/local/engines/clients.ts';
import { fixture } from '../fixture/shared.ts';

const connectAs = (accessKeyId: string) => {
  const clients = createClients(fixture.dynamodbEndpoint, fixture.sqsEndpoint, accessKeyId);
  onTestFinished(clients.destroy);
  return clients;
};

it('DynamoDB Local shows its tables and streams to the access key id of the service', async () => {
  const { dynamodb, dynamodbStreams } = connectAs(fixture.accessKeyId);
  expect((await dynamodb.send(new ListTablesCommand())).TableNames).toEqual([fixture.tableName]);
  expect((await dynamodbStreams.send(new ListStreamsCommand())).Streams).toHaveLength(1);
});

it.each(['local', 'test', 'evil'])('DynamoDB Local is empty for the access key id "%s"', async (accessKeyId) => {
  const { dynamodb, dynamodbStreams } = connectAs(accessKeyId);
  expect((await dynamodb.send(new ListTablesCommand())).TableNames).toEqual([]);
  expect((await dynamodbStreams.send(new ListStreamsCommand())).Streams).toEqual([]);
  const get = new GetItemCommand({ TableName: fixture.tableName, Key: { pk: { S: 'ITEM#1' }, sk: { S: 'ITEM' } } });
  await expect(dynamodb.send(get)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('the access key id is random and known to the functions', () => {
  expect(fixture.accessKeyId).toMatch(/^[0-9a-f]{32}$/);
  expect(fixture.readEnvironment('Store')['AWS_ACCESS_KEY_ID']).toBe(fixture.accessKeyId);
});

it('the local Secrets Manager refuses another access key id', async () => {
  const client = new SecretsManagerClient({
    endpoint: fixture.secretsManagerEndpoint,
    region: fixture.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  await expect(client.send(new GetSecretValueCommand({ SecretId: 'any' }))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
    message: expect.stringContaining('access_key_id in runtime.json'),
  });
});
