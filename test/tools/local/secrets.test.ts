import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ensureSecrets } from '../../../tools/local/engines/secrets.ts';
import { startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';
import { templateSchema } from '../../../tools/local/template/assembly.ts';
import type { Deployment } from '../../../tools/local/template/deployment.ts';
import { foreignHeaders, localHeaders, requestWith } from '../../support/foreign-requests.ts';
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

const accessKeyId = 'abc123';

const startClient = async (dataDir: string): Promise<SecretsManagerClient> => {
  const { endpoint, stop } = await startSecretsManager(ensureSecrets(deployment, dataDir), accessKeyId);
  const credentials = { accessKeyId, secretAccessKey: 'local' };
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

describe('requests to the local Secrets Manager', () => {
  const credential = (id: string) => ({ Authorization: `AWS4-HMAC-SHA256 Credential=${id}/20261115/eu-central-1/x` });
  const get = async (buildHeaders: (url: URL) => Record<string, string>) => {
    const { endpoint, stop } = await startSecretsManager(ensureSecrets(deployment, 'memory'), accessKeyId);
    onTestFinished(stop);
    const headers = { 'X-Amz-Target': 'secretsmanager.GetSecretValue', ...buildHeaders(new URL(endpoint)) };
    return requestWith(endpoint, headers, { method: 'POST', body: JSON.stringify({ SecretId: toArn('Given') }) });
  };

  it.each(foreignHeaders)('the local Secrets Manager refuses a request with %s', async (_, buildHeaders) => {
    const { status, body } = await get((url) => ({ ...credential(accessKeyId), ...buildHeaders(url) }));
    expect(status).toBe(403);
    expect(JSON.parse(body)).toEqual({
      __type: 'AccessDeniedException',
      message: expect.stringContaining('127.0.0.1'),
    });
  });

  it.each(localHeaders)('the local Secrets Manager answers a request with %s', async (_, buildHeaders) => {
    expect((await get((url) => ({ ...credential(accessKeyId), ...buildHeaders(url) }))).status).toBe(200);
  });

  it.each([
    ['another access key id', credential('local')],
    ['an access key id that only starts like ours', credential(`${accessKeyId}0`)],
    ['no credentials', {}],
  ])('the local Secrets Manager refuses a request with %s', async (_, headers) => {
    const { status, body } = await get(() => headers);
    expect(status).toBe(400);
    expect(JSON.parse(body).__type).toBe('UnrecognizedClientException');
  });
});
