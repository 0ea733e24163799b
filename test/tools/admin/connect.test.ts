import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDirWith, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';
import { type Engine, startEngine } from './fixture/engine.ts';
import { type Answer, type Receiver, startReceiver } from './fixture/receiver.ts';

let engine: Engine;
let cloudFormation: Receiver;
let localDir: string;

beforeAll(async () => {
  engine = await startEngine();
  cloudFormation = await startReceiver((body) => describeStacks(new URLSearchParams(body).get('StackName') ?? ''));
  // A local service that nobody may touch when an environment is named.
  localDir = localDirWith(runtimeOf({ endpoint: 'http://127.0.0.1:9', tableName: 'local' }));
}, 40_000);

afterAll(async () => {
  await engine.stop();
  cloudFormation.stop();
  rmSync(localDir, { recursive: true });
});

/** Knows three stacks: one that names its table and secret, and two that leave out one of them. */
const describeStacks = (stackName: string): Answer => {
  const namesTable = outputOf('BaseUrl', 'https://x') + outputOf('TableName', engine.tableName);
  const outputs = new Map([
    ['Switchboard-staging-service', namesTable + outputOf('EncryptionSecretArn', engine.encryptionSecretId)],
    ['Switchboard-unsealed-service', namesTable],
    ['Switchboard-half-service', outputOf('BaseUrl', 'https://x')],
  ]).get(stackName);
  const body =
    outputs === undefined
      ? `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${stackName} does not exist</Message></Error></ErrorResponse>`
      : `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>${stackName}</StackName><Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
  return { status: outputs === undefined ? 400 : 200, type: 'text/xml', body };
};

const outputOf = (name: string, value: string): string =>
  `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`;

const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

const runIn = (env: string, options: readonly string[], settings: Record<string, string>) =>
  adminIn(env, ['workspace', 'create', '--name', 'Acme', '--country', 'DE', ...options, '--json'], settings);

const adminIn = (env: string, argv: readonly string[], settings: Record<string, string>) =>
  runAdmin([...argv, '--env', env], {
    env: {
      HOME: localDir,
      LOCAL_DIR: localDir,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      ...settings,
    },
  });

const errorOf = ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
  expect(stdout).toBe('');
  return { exit: code, ...JSON.parse(stderr).error };
};

describe.concurrent('a command for the local service', () => {
  const runLocally = async (tableName: string, settings: Record<string, string> = {}) => {
    const folder = localDirWith(runtimeOf({ ...engine, tableName }));
    const argv = ['workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json'];
    const outcome = await runAdmin(argv, { env: { LOCAL_DIR: folder, ...settings } });
    rmSync(folder, { recursive: true });
    return outcome;
  };

  it('does not follow AWS settings of the shell to a real account', async () => {
    const account = await startReceiver(() => ({ status: 500, type: 'text/plain', body: '' }));
    const outcome = await runLocally(engine.tableName, {
      ...credentials,
      AWS_SESSION_TOKEN: 'real',
      AWS_PROFILE: 'real',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: account.url,
      AWS_ENDPOINT_URL_DYNAMODB: account.url,
      AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
      AWS_USE_FIPS_ENDPOINT: 'true',
      TABLE_NAME: 'production',
    });
    account.stop();
    expect(outcome.stderr).toBe('');
    expect((await engine.items()).map(({ id }) => id)).toContain(resultOf(outcome)['id']);
    expect(account.bodies).toEqual([]);
  });

  it('says that there is no table yet', async () => {
    expect(errorOf(await runLocally('another'))).toMatchObject({
      exit: 1,
      code: 'no_table',
      message: 'The local service has no table yet; wait until npm start says that it is ready.',
    });
  });
});

describe.concurrent('a command for a deployed environment', () => {
  it.each([
    ['AWS_REGION', [], { ...credentials, AWS_REGION: 'eu-central-1' }],
    ['AWS_DEFAULT_REGION', [], { ...credentials, AWS_DEFAULT_REGION: 'eu-central-1' }],
    ['--region', ['--region', 'eu-central-1'], credentials],
  ])("acts on the table that the environment's stack names, in the region of %s", async (_, options, settings) => {
    const workspace = resultOf(await runIn('staging', options, settings));
    expect((await engine.items()).map(({ id }) => id)).toContain(workspace['id']);
  });

  it("seals with the secret that the environment's stack names", async () => {
    const settings = { ...credentials, AWS_ENDPOINT_URL_SECRETS_MANAGER: engine.secretsManagerEndpoint };
    const { id } = resultOf(await runIn('staging', ['--region', 'eu-central-1'], settings));
    const connect = ['channel', 'connect', 'web', '--workspace', String(id), '--json'];
    const { secret } = resultOf(await adminIn('staging', [...connect, '--region', 'eu-central-1'], settings));
    const [workspace] = (await engine.items()).filter((item) => item['id'] === id);
    expect(workspace).toMatchObject({ web_account: { secret: expect.stringMatching(/^encrypted:v1:1:/) } });
    expect(secret).toMatch(/^websec_/);
  });

  it('says that an environment is unknown', async () => {
    expect(errorOf(await runIn('nowhere', ['--region', 'eu-central-1'], credentials))).toMatchObject({
      exit: 1,
      code: 'unknown_environment',
      message: expect.stringMatching(
        /^There is no environment "nowhere" .* Switchboard-nowhere-service does not exist\.$/,
      ),
    });
  });

  it.each(['half', 'unsealed'])('says that a stack does not name what is needed: %s', async (env) => {
    const error = errorOf(await runIn(env, ['--region', 'eu-central-1'], credentials));
    expect(error).toMatchObject({ exit: 1, code: 'no_table' });
  });

  it('says that credentials are missing', async () => {
    const error = errorOf(await runIn('staging', ['--region', 'eu-central-1'], {}));
    expect(error).toMatchObject({ exit: 1, code: 'no_credentials' });
  });

  it('prefers the profile that was asked for to keys in the environment', async () => {
    const error = errorOf(await runIn('staging', ['--region', 'eu-central-1', '--profile', 'absent'], credentials));
    expect(error).toMatchObject({ exit: 1, code: 'no_credentials' });
  });

  it('says that the region is missing', async () => {
    expect(errorOf(await runIn('staging', [], credentials))).toMatchObject({ exit: 1, code: 'no_region' });
  });

  it('says that AWS cannot be reached', async () => {
    const settings = { ...credentials, AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:9' };
    const error = errorOf(await runIn('staging', ['--region', 'eu-central-1'], settings));
    expect(error).toMatchObject({ exit: 1, code: 'unreachable' });
  });

  it.each([[''], ['two words'], ['../x']])('refuses the name %j instead of acting locally', async (env) => {
    expect(errorOf(await runIn(env, [], credentials))).toMatchObject({ exit: 2, code: 'wrong_usage' });
  });
});
