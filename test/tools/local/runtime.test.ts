import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { isUnreachable, stubJava } from './fixture/child.ts';
import { fixture, sharedAssemblyDir } from './fixture/shared.ts';
import './suites/gateway.ts';
import './suites/functions.ts';
import './suites/queue-source.ts';
import './suites/stream-source.ts';
import { GetItemCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createClients } from '../../../tools/local/engines/clients.ts';
import { startFixture } from './fixture/runtime.ts';

afterAll(async () => {
  await fixture.stop();
  for (const endpoint of [fixture.baseUrl, fixture.sqsEndpoint, fixture.dynamodbEndpoint])
    expect(await isUnreachable(endpoint)).toBe(true);
});

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

afterEach(() => vi.unstubAllEnvs());

it('a DynamoDB Local that already runs is used, needs no Java, and is left running', async () => {
  const { dynamodbEndpoint, tables } = fixture;
  stubJava();
  vi.stubEnv('DYNAMODB_ENDPOINT', dynamodbEndpoint);
  const second = await startFixture({ assemblyDir: sharedAssemblyDir });
  expect(second.dynamodbEndpoint).toBe(dynamodbEndpoint);
  expect(second.tables).toEqual(tables);
  expect((await second.clients.dynamodb.send(new ListTablesCommand())).TableNames).toEqual(Object.values(tables));
  await second.stop();
  expect(await isUnreachable(second.baseUrl)).toBe(true);
  expect(await isUnreachable(dynamodbEndpoint)).toBeUndefined();
});
