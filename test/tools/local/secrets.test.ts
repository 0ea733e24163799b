import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, it, onTestFinished } from 'vitest';
import { ensureSecrets } from '../../../tools/local/engines/secrets.ts';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';
import type { Deployment } from '../../../tools/local/template/deployment.ts';
import { templateSchema } from '../../../tools/local/template/template.ts';

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
const arnOf = (id: string): string => `arn:aws:secretsmanager:eu-central-1:000000000000:secret:Data-${id}`;

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
  (await client.send(new GetSecretValueCommand({ SecretId: arnOf(id) }))).SecretString;

it('secrets have the values that the template gives or has made', async () => {
  const client = await startClient('memory');
  expect(await read(client, 'Given')).toBe('as the template says');
  expect(await read(client, 'Password')).toMatch(/^[0-9a-f]{20}$/);
  expect(JSON.parse((await read(client, 'Json')) ?? '')).toEqual({
    list: [],
    token: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
});

it('a secret that was changed is the changed one, also after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'local-secrets-'));
  const first = await startClient(dataDir);
  const password = await read(first, 'Password');
  await first.send(new PutSecretValueCommand({ SecretId: arnOf('Json'), SecretString: 'mine' }));
  expect(await read(first, 'Json')).toBe('mine');
  const second = await startClient(dataDir);
  expect(await read(second, 'Json')).toBe('mine');
  expect(await read(second, 'Password')).toBe(password);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0);
});

it('a damaged file of secrets is a problem with an advice, not a reason to forget what was sealed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'local-secrets-'));
  for (const text of ['s3cr3t', '{"arn":', '{"arn":1}', '']) {
    writeFileSync(join(dataDir, 'secrets.json'), text);
    const provide = () => ensureSecrets(deployment, dataDir);
    expect(provide).toThrow(/^The folder .* cannot be used: its secrets\.json is damaged\. Choose another/);
  }
});

it('a secret that is not there, and a call that is not served, are refused as on AWS', async () => {
  const client = await startClient('memory');
  await expect(read(client, 'Other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const put = new PutSecretValueCommand({ SecretId: arnOf('Other'), SecretString: 'x' });
  await expect(client.send(put)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});
