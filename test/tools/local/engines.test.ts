import { statSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startDynamodb } from '../../../tools/local/engines/dynamodb.ts';
import { ensureSecrets, startSecretsManager } from '../../../tools/local/engines/secrets-manager.ts';
import { ensureQueues, type Sqs, startSqs } from '../../../tools/local/engines/sqs.ts';
import { readAssembly, templateSchema } from '../../../tools/local/template/assembly.ts';
import type { Deployment } from '../../../tools/local/template/deployment.ts';
import { foreignHeaders, requestWith } from '../../support/foreign-requests.ts';
import { stubJava } from './fixture/child.ts';
import { newFolder, removeFolders } from './fixture/folder.ts';
import { synthesizeFixture } from './fixture/synthesize.ts';

afterAll(removeFolders);

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

describe('requests to the local Secrets Manager', () => {
  const credential = (id: string) => ({ Authorization: `AWS4-HMAC-SHA256 Credential=${id}/20261115/eu-central-1/x` });
  const get = async (buildHeaders: (url: URL) => Record<string, string>) => {
    const { endpoint, stop } = await startSecretsManager(ensureSecrets(deployment, 'memory'), accessKeyId);
    onTestFinished(stop);
    const headers = { 'X-Amz-Target': 'secretsmanager.GetSecretValue', ...buildHeaders(new URL(endpoint)) };
    return requestWith(endpoint, headers, { method: 'POST', body: JSON.stringify({ SecretId: toArn('Given') }) });
  };

  it.each(foreignHeaders.slice(4, 5))(
    'the local Secrets Manager refuses a request with %s',
    async (_, buildHeaders) => {
      const { status, body } = await get((url) => ({ ...credential(accessKeyId), ...buildHeaders(url) }));
      expect(status).toBe(403);
      expect(JSON.parse(body).__type).toBe('AccessDeniedException');
    },
  );

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

const startServer = async (dataDir: string): Promise<Sqs> => {
  const sqs = await startSqs(dataDir);
  onTestFinished(sqs.stop);
  return sqs;
};

/** Sends and receives a message, then makes it visible again at once. */
const receiveTwice = async (endpoint: string) => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  await client.send(new CreateQueueCommand({ QueueName: 'queue' }));
  const QueueUrl = `${endpoint}/000000000000/queue`;
  const receive = async () => (await client.send(new ReceiveMessageCommand({ QueueUrl }))).Messages ?? [];
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello' }));
  const [{ ReceiptHandle } = {}] = await receive();
  const [release] = await Promise.allSettled([
    client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 })),
  ]);
  return { released: release.status, secondReceive: (await receive()).map(({ Body }) => Body) };
};

describe('local SQS server', () => {
  it('visibility timeouts come from the template, up to a given maximum', async () => {
    const sqs = await startServer('memory');
    const assemblyDir = await synthesizeFixture();
    const readVisibilities = (secondsMax?: number): number[] => {
      ensureQueues({ stacks: readAssembly(assemblyDir), createdAttributes: new Map() }, sqs, secondsMax);
      return [...sqs.store.allQueues()].map(({ attributes }) => Number(attributes['VisibilityTimeout']));
    };
    const asDeployed = readVisibilities();
    expect(Math.max(...asDeployed)).toBeGreaterThan(1);
    expect(readVisibilities(1)).toEqual(asDeployed.map((seconds) => Math.min(seconds, 1)));
    expect(readVisibilities()).toEqual(asDeployed);
  });

  it('a message with a visibility timeout of 0 is delivered again at once, also with a data folder', async () => {
    const { endpoint } = await startServer(newFolder());
    expect(await receiveTwice(endpoint)).toEqual({ released: 'fulfilled', secondReceive: ['hello'] });
  });

  it('large files in a bucket survive a restart with a data folder', async () => {
    const folder = newFolder();
    const first = await startSqs(folder);
    first.bucketStore.createBucket('media');
    const body = Buffer.alloc(20_000_000, 'file');
    const headers = { Authorization: 'AWS4-HMAC-SHA256 Credential=local', 'Content-Type': 'image/png' };
    await fetch(`${first.endpoint}/media/a/b`, { method: 'PUT', body, headers });
    await first.stop();
    const { endpoint } = await startServer(folder);
    const response = await fetch(`${endpoint}/media/a/b`, { headers });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  });

  it('messages of a group that holds most of the workers are received after those of quiet groups', async () => {
    const { endpoint } = await startServer('memory');
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new SQSClient({ endpoint, region: 'eu-central-1', credentials });
    onTestFinished(() => client.destroy());
    await client.send(new CreateQueueCommand({ QueueName: 'fair' }));
    const QueueUrl = `${endpoint}/000000000000/fair`;
    const send = async (MessageGroupId: string, count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1)
        await client.send(new SendMessageCommand({ QueueUrl, MessageBody: MessageGroupId, MessageGroupId }));
    };
    const receive = async () => {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
      return Messages;
    };
    await send('noisy', 60);
    await send('quiet', 12);
    // With fewer than 30 messages in flight no group counts as noisy, so the first three batches are in order.
    const bodies: string[] = [];
    for (let batch = 0; batch < 5; batch += 1) bodies.push(...(await receive()).map(({ Body = '' }) => Body));
    const expected = [...Array(30).fill('noisy'), ...Array(12).fill('quiet'), ...Array(8).fill('noisy')];
    expect(bodies).toEqual(expected);
    await send('quiet', 1);
    const [first, second] = await receive();
    expect([first?.Body, second?.Body]).toEqual(['quiet', 'noisy']);
  });

  const listQueues = async (buildHeaders: (url: URL) => Record<string, string>) => {
    const { endpoint } = await startServer('memory');
    const headers = { 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': 'AmazonSQS.ListQueues' };
    const request = { method: 'POST', body: '{}' };
    return requestWith(endpoint, { ...headers, ...buildHeaders(new URL(endpoint)) }, request);
  };

  it.each(foreignHeaders.slice(4, 5))('the local SQS server refuses a request with %s', async (_, buildHeaders) => {
    const { status, body } = await listQueues(buildHeaders);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toEqual({
      __type: 'AccessDeniedException',
      message: expect.stringContaining('127.0.0.1'),
    });
  });
});

// If one of these fails, fauxqs has fixed the fault: drop its workaround in tools/local/engines/fauxqs.ts.
describe('fauxqs without our workarounds', () => {
  const startUnpatched = async (dataDir?: string) => {
    const data = dataDir === undefined ? {} : { dataDir };
    const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, ...data });
    onTestFinished(() => server.stop());
    return server;
  };

  it('unpatched fauxqs listens on every interface, whatever the host setting', async () => {
    const { port } = await startUnpatched();
    const external = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal);
    const response = await fetch(`http://${external?.address ?? '127.0.0.2'}:${port}/_fauxqs/queues`);
    expect(response.status).toBe(200);
  });

  it('unpatched fauxqs with a data folder loses a message with a visibility timeout of 0', async () => {
    const { port } = await startUnpatched(newFolder());
    expect(await receiveTwice(`http://127.0.0.1:${port}`)).toEqual({ released: 'rejected', secondReceive: [] });
  });
});

afterEach(() => vi.unstubAllEnvs());

const start = async (): Promise<void> => {
  const engine = await startDynamodb('memory');
  await engine.waitUntilReady();
};

it('a missing Java is reported with the package to install', async () => {
  stubJava();
  await expect(start()).rejects.toThrow(
    /needs Java 17 or newer, but no Java was found\. .*apt-get install openjdk-17-jre-headless.*brew install openjdk@17.*DYNAMODB_ENDPOINT/,
  );
});

it('an old Java is reported with the package to install', async () => {
  stubJava('echo "java.lang.UnsupportedClassVersionError: ... class file version 61.0" >&2; exit 1');
  await expect(start()).rejects.toThrow(/needs Java 17 or newer, but the installed Java is older\. .*apt-get/);
});

it('an unexpected exit is reported with the error of Java', async () => {
  stubJava('echo "Error: Could not reserve enough space" >&2; exit 1');
  await expect(start()).rejects.toThrow('exited unexpectedly (exit code 1). Error: Could not reserve enough space');
});
