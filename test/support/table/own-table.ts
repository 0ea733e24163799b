import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, vi } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';

export interface OwnTable {
  /** Adds a key under this id and makes it the current one. */
  addKey: (secret: 'encryption' | 'channelEncryption', id: string) => Promise<void>;
}

/** A table and secrets of this test file alone, for acts on the whole table. Call it before anything uses them. */
export const useOwnTable = async (secrets: Record<'encryption' | 'channelEncryption', object>): Promise<OwnTable> => {
  const client = new DynamoDBClient();
  const TableName = `own-${newId()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
  const values = new Map(Object.entries(secrets).map(([name, value]) => [name, JSON.stringify(value)]));
  const accessKeyId = process.env['AWS_ACCESS_KEY_ID'] ?? '';
  const manager = await startSecretsManager(
    { find: (id) => values.get(id), put: (id, value) => void values.set(id, value) },
    accessKeyId,
  );
  vi.stubEnv('TABLE_NAME', TableName);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', manager.endpoint);
  vi.stubEnv('ENCRYPTION_SECRET_ID', 'encryption');
  vi.stubEnv('CHANNEL_ENCRYPTION_SECRET_ID', 'channelEncryption');
  afterAll(async () => {
    vi.unstubAllEnvs();
    await manager.stop();
    await client.send(new DeleteTableCommand({ TableName }));
  });
  const secretsManager = new SecretsManagerClient();
  return {
    addKey: async (SecretId, id) => {
      const { SecretString: text = '{}' } = await secretsManager.send(new GetSecretValueCommand({ SecretId }));
      const SecretString = JSON.stringify({ ...JSON.parse(text), current: id, [id]: id.repeat(32) });
      await secretsManager.send(new PutSecretValueCommand({ SecretId, SecretString }));
    },
  };
};
