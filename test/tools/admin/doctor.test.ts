import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultDashboard } from '../../../lib/dashboard/settings.ts';
import { getSettings, type Settings } from '../../../lib/settings.ts';
import { showFindings } from '../../../tools/admin/commands/deployment.ts';
import { examineEnvironment } from '../../../tools/admin/doctor/examine.ts';
import { blockService, toStacks, unblockService } from '../../../tools/admin/service-block.ts';
import { runAdmin } from '../../support/admin.ts';
import { startAwsStub } from '../../support/network/aws-stub.ts';
import { type AwsAccount, startAwsAccount } from './fixture/aws-account.ts';

afterEach(() => vi.unstubAllEnvs());

const functionArn = 'arn:aws:lambda:eu-central-1:111122223333:function:getMe';

const healthy: AwsAccount = {
  account: '111122223333',
  concurrency: 1_000,
  bootstrapVersion: '28',
  stacks: {
    'Switchboard-production-data': {
      status: 'CREATE_COMPLETE',
      outputs: { MsgappSecretArn: 'arn:msgapp', SocialSecretArn: 'arn:social' },
    },
    'Switchboard-production-service': {
      status: 'UPDATE_COMPLETE',
      outputs: {
        AlarmTopicArn: 'arn:aws:sns:eu-central-1:111122223333:alarms',
        EncryptionSecretArn: 'arn:encryption',
        ChannelEncryptionSecretArn: 'arn:channelEncryption',
      },
    },
  },
  backup: { optIn: true, managed: true },
  subscriptions: { 'ops@example.com': 'arn:aws:sns:eu-central-1:111122223333:alarms:1' },
  secrets: {
    'arn:msgapp': { app_secrets: ['s3cr3t'], verify_token: 't0k3n' },
    'arn:social': { app_secrets: ['s3cr3t'], verify_token: 't0k3n' },
    'arn:encryption': { current: '1', 1: 's3cr3t'.repeat(8) },
    'arn:channelEncryption': { current: 'c1', c1: 's3cr3t'.repeat(8) },
  },
  resources: [
    { type: 'AWS::ApiGateway::RestApi', id: 'api1', logicalId: 'ApiF70053CD' },
    { type: 'AWS::Lambda::EventSourceMapping', id: 'uuid-stream', logicalId: 'dispatchChangesSourceC93424A7' },
    { type: 'AWS::Lambda::EventSourceMapping', id: 'uuid-inbound', logicalId: 'processInboundSource1C2DE40E' },
    { type: 'AWS::SQS::Queue', id: 'https://sqs.example/1', logicalId: 'processInboundQueueE6CEF989' },
    { type: 'AWS::SQS::Queue', id: 'https://sqs.example/2', logicalId: 'processInboundQueueDeadLetters44C07FC7' },
    { type: 'AWS::Lambda::Function', id: 'send-1', logicalId: 'sendMessageFunction01234567' },
    { type: 'AWS::Lambda::Function', id: 'dash', logicalId: 'dashboardFunctionA1B2C3D4', of: 'dashboard' },
    { type: 'AWS::Lambda::Alias', id: `${functionArn}:live` },
    { type: 'AWS::Lambda::Version', id: `${functionArn}:6` },
    { type: 'AWS::Lambda::Version', id: `${functionArn}:7` },
  ],
  aliases: { getMe: '7' },
};

const settings: Settings = {
  ...getSettings('production'),
  account: '111122223333',
  region: 'eu-central-1',
  alarmEmail: 'ops@example.com',
};

const examine = async (account: Partial<AwsAccount>, changes: Partial<Settings> = {}) => {
  await startAwsAccount({ ...healthy, ...account });
  return examineEnvironment('production', { ...settings, ...changes });
};

describe('doctor', () => {
  it('an environment that is set up completely has no findings, and no secret is printed', async () => {
    const findings = await examine({});
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        ...['account', 'region', 'bootstrap', 'concurrency', 'backup', 'alarm email', 'aliases'],
        ...['traffic', 'dead letters'],
      ]),
    );
    expect(showFindings(findings)).not.toMatch(/s3cr3t|t0k3n/);
  });

  const rolledBack = { 'Switchboard-production-data': { status: 'UPDATE_ROLLBACK_COMPLETE', outputs: {} } };

  it.each<[string, Partial<AwsAccount>, string[]]>([
    [
      'a new account that is not ours',
      {
        account: '999900001111',
        concurrency: 10,
        bootstrapVersion: undefined,
        backup: { optIn: false, managed: true },
        subscriptions: { 'ops@example.com': 'PendingConfirmation' },
      },
      [
        'account | the settings say 111122223333 | credentials',
        'bootstrap | not bootstrapped | cdk bootstrap',
        'concurrency | 10 concurrent | L-B99A9384',
        'backup | copies fail | update-region-settings',
        'alarm email | not confirmed | Follow the link',
      ],
    ],
    [
      'an old account after an incident',
      {
        bootstrapVersion: '3',
        backup: { optIn: true, managed: false },
        aliases: { getMe: '6' },
        methods: { '*/*': '0 0' },
        deadLetters: 3,
        secrets: { ...healthy.secrets, 'arn:encryption': { current: '2026-11', '2026-11': 's3cr3t' } },
      },
      [
        'bootstrap | too old | cdk bootstrap again',
        'backup | copies fail | management-preference',
        'secret encryption | no key under its current id | EncryptionSecretArn',
        'aliases | getMe does not point | skipCanary',
        'traffic | 1 methods of the API refuse | service unblock --env production',
        'dead letters | 3 of processInbound | Dead letters and redrive',
      ],
    ],
    ['a paused queue', { isPaused: { 'uuid-inbound': true } }, ['traffic | paused: processInbound | service unblock']],
    ['no concurrency', { reserved: { dash: 0 } }, ['traffic | concurrency 0: dash | service unblock']],
    ['a stopped function', { reserved: { 'send-1': 0 } }, ['traffic | concurrency 0: send-1 | service unblock']],
    [
      'a rollback',
      { stacks: { ...healthy.stacks, ...rolledBack } },
      ['stack Switchboard-production-data | rolled back | events of the stack'],
    ],
  ])('%s has exactly its problems, each with a remedy', async (_, account, expected) => {
    const problems = (await examine(account)).filter(({ status }) => status === 'problem');
    const found = expected.map((finding) => {
      const [check, detail = '', remedy = ''] = finding.split(' | ');
      const texts = { detail: expect.stringContaining(detail), remedy: expect.stringContaining(remedy) };
      return { check, status: 'problem', ...texts };
    });
    expect(problems).toEqual(found);
    expect(showFindings(problems)).not.toContain('s3cr3t');
  });

  const email = { sender: 'switchboard@example.com', dashboardUrl: 'https://d.example' };

  it.each<[string, AwsAccount['email'], string]>([
    ['is ready', { isProduction: true, identities: { 'example.com': true } }, 'ok'],
    ['is in the sandbox', { isProduction: false, identities: { 'switchboard@example.com': true } }, 'attention'],
    ['has an identity that is not verified', { isProduction: true, identities: { 'example.com': false } }, 'problem'],
    ['has no identity', { isProduction: true, identities: {} }, 'problem'],
    ['is paused', { isProduction: true, isPaused: true, identities: { 'example.com': true } }, 'problem'],
  ])('an account whose SES %s is found', async (_, account, status) => {
    const findings = await examine({ email: account }, { email });
    expect(findings.filter(({ check }) => check === 'email')).toMatchObject([{ status }]);
  });

  it('a throttle that was changed by hand asks for attention', async () => {
    const findings = await examine({ methods: { '*/*': '50 100', '~1channels~1web/POST': '3000 6000' } });
    expect(findings.filter(({ status }) => status !== 'ok')).toMatchObject([
      { check: 'throttles', status: 'attention', detail: 'not as in the settings: */* 50' },
    ]);
  });

  it('the stacks in other regions are part of the environment', async () => {
    const dashboard = { ...defaultDashboard, firewall: { requestsPerAddress: 1_000 } };
    const findings = await examine({}, { secondRegion: 'eu-west-1', dashboard } as Partial<Settings>);
    const missing = findings.filter(({ detail }) => detail === 'is not deployed').map(({ check }) => check);
    expect(missing).toEqual(['dashboard', 'copies', 'edge'].map((name) => `stack Switchboard-production-${name}`));
  });

  it('before the first deployment, the missing stacks are problems and the account is still checked', async () => {
    const findings = await examine({ stacks: {} });
    expect(findings.filter(({ status }) => status === 'problem').map(({ check }) => check)).toEqual([
      'stack Switchboard-production-data',
      'stack Switchboard-production-service',
    ]);
    expect(findings.find(({ check }) => check === 'concurrency')).toMatchObject({ status: 'ok' });
  });

  it('an unset account, an unused channel and an earlier key ask for attention but are no problem', async () => {
    const secrets = {
      ...healthy.secrets,
      'arn:social': { app_secrets: [], verify_token: 't' },
      'arn:encryption': { current: '2', 1: 's'.repeat(32), 2: 's'.repeat(32) },
    };
    const { account, alarmEmail, ...open } = settings;
    await startAwsAccount({ ...healthy, secrets });
    const findings = await examineEnvironment('production', open);
    const checks = findings.filter(({ status }) => status === 'attention').map(({ check }) => check);
    expect(checks).toEqual(['account', 'secret of social', 'secret encryption', 'alarm email']);
    expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
  });

  it.each([
    ['answers', (url: string) => ({ status: 200, body: JSON.stringify({ issuer: url }) }), 'ok'],
    ['answers for another issuer', () => ({ status: 200, body: '{"issuer":"https://other.example"}' }), 'problem'],
    ['is not there', () => ({ status: 404, body: '' }), 'problem'],
  ])('an issuer that %s is found', async (_, respond, status) => {
    let url = '';
    const issuer = await startAwsStub(() => ({ type: 'application/json', ...respond(url) }));
    url = issuer.url;
    const dashboard = { ...defaultDashboard, issuer: { url, clientId: 'c' } };
    const dashboardStack = { 'Switchboard-production-dashboard': { status: 'CREATE_COMPLETE', outputs: {} } };
    const findings = await examine({ stacks: { ...healthy.stacks, ...dashboardStack } }, { dashboard });
    expect(findings.find(({ check }) => check === 'issuer')).toMatchObject({ status });
  });

  it('the command says what to do about a problem when it exits with 1', async () => {
    await startAwsAccount({ ...healthy, concurrency: 10 });
    const names = ['AWS_ENDPOINT_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'];
    const env = Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
    const run = await runAdmin(['doctor', '--env', 'production'], { env });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^PROBLEM {4}concurrency: 10 concurrent .*\n {11}→ Request 1000/m);
    expect(run.stderr).toMatch(/^1 of \d+ checks found a problem/);
  });

  it.each([
    [[], 'doctor needs --env'],
    [['--env', 'prod'], 'Unknown environment "prod"'],
  ])('the command with the options %j needs an environment that the settings have', async (options, sentence) => {
    const { code, stderr } = await runAdmin(['doctor', ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});

const methods = { '*/*': '1000 2000', '~1channels~1web/POST': '100 200' };
const toSetting = ([key, limits]: [string, string]) => {
  const [ResourcePath, HttpMethod] = [`/${key.slice(0, key.lastIndexOf('/'))}`, key.slice(key.lastIndexOf('/') + 1)];
  const [ThrottlingRateLimit, ThrottlingBurstLimit] = limits.split(' ').map(Number);
  return { ResourcePath, HttpMethod, ThrottlingRateLimit, ThrottlingBurstLimit };
};
const MethodSettings = Object.entries(methods).map(toSetting);
const templates = {
  'Switchboard-production-service': {
    Resources: {
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { MethodSettings } },
      sendMessageFunction01234567: { Type: 'AWS::Lambda::Function', Properties: {} },
      listFeedEventsFunction01234567: {
        Type: 'AWS::Lambda::Function',
        Properties: { ReservedConcurrentExecutions: 200 },
      },
    },
  },
  'Switchboard-production-dashboard': {
    Resources: {
      dashboardFunctionA1B2C3D4: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 20 } },
    },
  },
};

it('a block refuses every method and pauses every queue but the stream, and unblock undoes all of it', async () => {
  const reserved = { dash: 20, follow: 200 };
  const follow = { type: 'AWS::Lambda::Function', id: 'follow', logicalId: 'listFeedEventsFunction01234567' };
  const resources = [...healthy.resources, follow];
  const account: AwsAccount = { ...healthy, resources, methods: { ...methods }, templates, reserved: { ...reserved } };
  await startAwsAccount(account);
  await blockService(toStacks('production'));
  expect(account).toMatchObject({
    methods: { '*/*': '0 0', '~1channels~1web/POST': '0 0' },
    isPaused: { 'uuid-inbound': true },
    reserved: { dash: 0 },
  });
  account.reserved = { ...account.reserved, follow: 0, 'send-1': 0 };
  expect(account.isPaused).not.toHaveProperty('uuid-stream');
  await unblockService(toStacks('production'));
  expect(account).toMatchObject({ methods, isPaused: { 'uuid-inbound': false } });
  expect(account.reserved).toEqual(reserved);
});
