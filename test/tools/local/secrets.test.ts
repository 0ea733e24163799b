import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, it, onTestFinished } from 'vitest';
import { ensureSecrets } from '../../../tools/local/engines/secrets.ts';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';
import type { Deployment } from '../../../tools/local/template/deployment.ts';
import { templateSchema } from '../../../tools/local/template/template.ts';
import { newFolder } from './fixture/folder.ts';

const template = templateSchema.parse({
  Resources: {
    Given: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: 'as the template says' } },
    Password: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: { PasswordLength: 20 } } },
    Json: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: {
        GenerateSecretString: { SecretStringTemplate: '{"list":[]}', GenerateStringKey: 'token', PasswordLength: 40 },
      },
    },
  },
});
const deployment: Deployment = {
  stacks: [{ name: 'Data', template, assetFolders: new Map() }],
  createdAttributes: new Map(),
};
const toArn = (id: string): string => `arn:aws:secretsmanager:eu-central-1:000000000000:secret:Data-${id}`;

const startClient = async (dataDir: string): Promise<SecretsManagerClient> => {
  const { endpoint, stop } = await startSecretsManager(ensureSecrets(deployment, dataDir));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SecretsManagerClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
  onTestFinished(async () => {
    client.destroy();
    await stop();
  });
  return client;
};

const read = async (client: SecretsManagerClient, id: string): Promise<string | undefined> =>
  (await client.send(new GetSecretValueCommand({ SecretId: toArn(id) }))).SecretString;

it('a new secret has the value that the template gives or generates', async () => {
  const client = await startClient('memory');
  expect(await read(client, 'Given')).toBe('as the template says');
  expect(await read(client, 'Password')).toMatch(/^[0-9a-f]{20}$/);
  expect(JSON.parse((await read(client, 'Json')) ?? '')).toEqual({
    list: [],
    token: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
});

it('a changed secret keeps its value over a restart, in a file only its owner can read', async () => {
  const dataDir = newFolder();
  const first = await startClient(dataDir);
  const password = await read(first, 'Password');
  await first.send(new PutSecretValueCommand({ SecretId: toArn('Json'), SecretString: 'mine' }));
  expect(await read(first, 'Json')).toBe('mine');
  const second = await startClient(dataDir);
  expect(await read(second, 'Json')).toBe('mine');
  expect(await read(second, 'Password')).toBe(password);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
});

it('a damaged secrets file is an error, so encrypted data is never orphaned', () => {
  const dataDir = newFolder();
  for (const text of ['s3cr3t', '{"arn":', '{"arn":1}', '']) {
    writeFileSync(join(dataDir, 'secrets.json'), text);
    expect(() => ensureSecrets(deployment, dataDir)).toThrow(
      /^The folder .* cannot be used: its secrets\.json is damaged\. Choose another/,
    );
  }
});

it('an unknown secret is rejected with the error of AWS', async () => {
  const client = await startClient('memory');
  await expect(read(client, 'Other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const put = new PutSecretValueCommand({ SecretId: toArn('Other'), SecretString: 'x' });
  await expect(client.send(put)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
