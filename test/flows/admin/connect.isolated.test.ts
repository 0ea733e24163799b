import { beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { type AdminRun, deadRuntime, makeLocalDir, readResult, runAdmin, serviceRuntime } from '../../support/admin.ts';
import { startFakeIssuer } from '../../support/dashboard/fake-issuer.ts';
import { type StubResponse, startAwsStub } from '../../support/network/aws-stub.ts';

/** CloudFormation with these stacks and their outputs. */
const startCloudFormation = (stacks: Record<string, Record<string, string>>) =>
  startAwsStub((body): StubResponse => {
    const name = new URLSearchParams(body).get('StackName') ?? '';
    if (!stacks[name]) {
      const fault = `<Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message>`;
      const error = `<ErrorResponse><Error><Type>Sender</Type>${fault}</Error></ErrorResponse>`;
      return { status: 400, type: 'text/xml', body: error };
    }
    const outputs = Object.entries(stacks[name]).map(
      ([output, value]) => `<member><OutputKey>${output}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    );
    const stack = `<Stacks><member><StackName>${name}</StackName><Outputs>${outputs.join('')}</Outputs></member></Stacks>`;
    const described = `<DescribeStacksResult>${stack}</DescribeStacksResult>`;
    return { status: 200, type: 'text/xml', body: `<DescribeStacksResponse>${described}</DescribeStacksResponse>` };
  });

describe('the service that a command connects to', () => {
  // Each test connects elsewhere, and the table's client resolves its endpoint only once.
  beforeEach(() => void vi.resetModules());

  const runtime = serviceRuntime();
  const credentials = { AWS_ACCESS_KEY_ID: String(runtime.access_key_id), AWS_SECRET_ACCESS_KEY: 'test' };
  const region = ['--region', 'eu-central-1'];
  const create = ['workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json'];

  const readError = ({ code, stdout, stderr }: AdminRun) => {
    expect(stdout).toBe('');
    return { exit: code, ...JSON.parse(stderr).error };
  };

  const findWorkspace = (id: unknown) => findItem(keys.workspace(String(id)));

  describe('a command for the local service', () => {
    const runLocally = (tableName: string | undefined, env: Record<string, string> = {}) =>
      runAdmin(create, { env: { LOCAL_DIR: makeLocalDir({ ...runtime, table_name: tableName }), ...env } });

    it('a command for the local service ignores AWS settings of the shell', async () => {
      const account = await startAwsStub(() => ({ status: 500, type: 'text/plain', body: '' }));
      const run = await runLocally(runtime.table_name, {
        AWS_ACCESS_KEY_ID: 'real',
        AWS_SECRET_ACCESS_KEY: 'real',
        AWS_SESSION_TOKEN: 'real',
        AWS_PROFILE: 'real',
        AWS_REGION: 'us-east-1',
        AWS_ENDPOINT_URL: account.url,
        AWS_ENDPOINT_URL_DYNAMODB: account.url,
        AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
        AWS_USE_FIPS_ENDPOINT: 'true',
        TABLE_NAME: 'production',
      });
      expect(run.stderr).toBe('');
      expect(await findWorkspace(readResult(run)['id'])).toBeDefined();
      expect(account.bodies).toEqual([]);
    });

    it('a command for the local service says when the table does not exist yet', async () => {
      expect(readError(await runLocally(`missing-${newId()}`))).toMatchObject({
        exit: 1,
        code: 'no_table',
        message: 'The local service has no table yet; wait until npm start says that it is ready.',
      });
    });
  });

  describe('a command for a deployed environment', () => {
    const half = { BaseUrl: 'https://x' };
    const unencrypted = { ...half, TableName: String(runtime.table_name) };
    const staging = {
      ...unencrypted,
      EncryptionSecretArn: String(runtime.encryption_secret_id),
      ChannelEncryptionSecretArn: String(runtime.channel_encryption_secret_id),
    };

    /** The local service does not answer: a command with --env must not need it. */
    const runIn = async (env: string, argv: readonly string[], settings: Record<string, string>) => {
      const cloudFormation = await startCloudFormation({
        'Switchboard-staging-service': staging,
        'Switchboard-unencrypted-service': unencrypted,
        'Switchboard-half-service': half,
      });
      const localDir = makeLocalDir(deadRuntime);
      return runAdmin([...argv, '--env', env], {
        env: {
          HOME: localDir,
          LOCAL_DIR: localDir,
          AWS_EC2_METADATA_DISABLED: 'true',
          AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
          AWS_ENDPOINT_URL_DYNAMODB: String(runtime.dynamodb_endpoint),
          AWS_ENDPOINT_URL_SECRETS_MANAGER: String(runtime.secrets_manager_endpoint),
          ...settings,
        },
      });
    };

    it.each([
      ['AWS_REGION', [], { ...credentials, AWS_REGION: 'eu-central-1' }],
      ['--region', region, credentials],
    ])(
      'a command with --env acts on the table that the stack names, in the region of %s',
      async (_, argv, settings) => {
        const workspace = readResult(await runIn('staging', [...create, ...argv], settings));
        expect(await findWorkspace(workspace['id'])).toBeDefined();
      },
    );

    it('a command with --env encrypts with the secret that the stack names', async () => {
      const { id } = readResult(await runIn('staging', [...create, ...region], credentials));
      const connect = ['channel', 'connect', 'web', '--workspace', String(id), '--json', ...region];
      const { secret } = readResult(await runIn('staging', connect, credentials));
      expect(await findWorkspace(id)).toMatchObject({
        web_account: { secret: expect.stringMatching(/^encrypted:v1:c1:/) },
      });
      expect(secret).toMatch(/^websec_/);
    });

    it.each<[string, string, string[], Record<string, string>, string, RegExp?]>([
      [
        'the environment is unknown',
        'nowhere',
        region,
        credentials,
        'unknown_environment',
        /Switchboard-nowhere-service/,
      ],
      [
        'its name is a typo, and no region is given',
        'stagign',
        [],
        credentials,
        'unknown_environment',
        /use staging or production\./,
      ],
      ['the stack has no output for the table', 'half', region, credentials, 'no_table'],
      ['the stack has no output for a secret', 'unencrypted', region, credentials, 'no_table'],
      ['credentials are missing', 'staging', region, {}, 'no_credentials'],
      ['the named profile is missing', 'staging', [...region, '--profile', 'x'], credentials, 'no_credentials'],
      ['the region is missing', 'staging', [], credentials, 'no_region'],
      [
        'AWS cannot be reached',
        'staging',
        region,
        { ...credentials, AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:9' },
        'unreachable',
      ],
    ])('a command with --env says when %s', async (_, env, options, settings, code, message = /./) => {
      const error = readError(await runIn(env, [...create, ...options], settings));
      expect(error).toMatchObject({ exit: 1, code, message: expect.stringMatching(message) });
    });

    it('--env ../x is refused instead of acting locally', async () => {
      expect(readError(await runIn('../x', create, credentials))).toMatchObject({ exit: 2, code: 'wrong_usage' });
    });
  });
});

describe('admin identity check', () => {
  // The deployed environment is elsewhere, and clients resolve their endpoint only once.
  beforeAll(() => void vi.resetModules());

  const { dashboardUrl, issuerUrl, environment } = inject('service');
  const runtime = serviceRuntime();
  const argv = ['identity', 'check', '--json'];

  const checkLocally = (signIn: Record<string, string> = {}) =>
    runAdmin(argv, { env: { LOCAL_DIR: makeLocalDir({ ...runtime, sign_in: { ...runtime.sign_in, ...signIn } }) } });

  const readFaults = async (run: ReturnType<typeof checkLocally>): Promise<string> => {
    const { code, stdout, stderr } = await run;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(JSON.parse(stderr).error.code).toBe('identity_fault');
    return JSON.parse(stderr).error.message;
  };

  const allSteps = ['discovery', 'keys', 'client secret', 'start of a sign-in', 'redirect URI'];

  it('it walks through every step of the issuer of the local service without showing a secret', async () => {
    const run = await checkLocally();
    expect(readResult(run)).toEqual({ issuer: issuerUrl, dashboard_url: dashboardUrl, steps: allSteps });
  });

  it('it reads the issuer of a deployed environment from the outputs of its stack', async () => {
    vi.resetModules();
    onTestFinished(() => void vi.resetModules());
    const outputs: Record<string, Record<string, string>> = {
      'Switchboard-staging-service': {
        TableName: 'none',
        EncryptionSecretArn: 'none',
        ChannelEncryptionSecretArn: 'none',
      },
      'Switchboard-staging-dashboard': {
        DashboardUrl: dashboardUrl,
        OidcIssuer: issuerUrl,
        OidcClientId: 'dashboard',
        OidcSecretArn: environment['OIDC_SECRET_ID'] ?? '',
      },
    };
    const cloudFormation = await startCloudFormation(outputs);
    const check = () =>
      runAdmin([...argv, '--env', 'staging', '--region', 'eu-central-1'], {
        env: {
          LOCAL_DIR: makeLocalDir(deadRuntime),
          AWS_ACCESS_KEY_ID: String(runtime.access_key_id),
          AWS_SECRET_ACCESS_KEY: 'test',
          AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
          AWS_ENDPOINT_URL_SECRETS_MANAGER: String(runtime.secrets_manager_endpoint),
        },
      });
    expect(readResult(await check())).toMatchObject({ steps: allSteps });
    delete outputs['Switchboard-staging-dashboard']?.['OidcIssuer'];
    expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('has no output OidcIssuer') });
  });

  it('an issuer that cannot be reached, or has no discovery document, is named', async () => {
    expect(await readFaults(checkLocally({ OIDC_ISSUER: 'http://127.0.0.1:9' }))).toMatch(/^discovery: .*failed/);
    const none = await readFaults(checkLocally({ OIDC_ISSUER: `${issuerUrl}/nothing` }));
    expect(none).toContain('answers 404');
  });

  it('an issuer that spells its own URL in another way is named with both spellings', async () => {
    const issuer = await startFakeIssuer({ clientId: 'dashboard', clientSecret: 'x' });
    const faults = await readFaults(checkLocally({ OIDC_ISSUER: issuer.other }));
    expect(faults).toContain(`"${issuer.url}" and not "${issuer.other}"`);
  });

  it('a client secret that the issuer no longer accepts is named by the place where it is stored', async () => {
    const issuer = await startFakeIssuer({ clientId: 'dashboard', clientSecret: 'rotated' });
    const faults = await readFaults(checkLocally({ OIDC_ISSUER: issuer.url }));
    expect(faults).toContain(`client secret: The issuer refuses the client dashboard or its secret.`);
    expect(faults).toContain(environment['OIDC_SECRET_ID']);
  });

  it('keys that cannot be used are a fault', async () => {
    const metadata = ({ issuer }: { issuer: string }) => ({ jwks_uri: `${issuer}/nothing` });
    const issuer = await startFakeIssuer({ clientId: 'dashboard', clientSecret: 'x', metadata });
    expect(await readFaults(checkLocally({ OIDC_ISSUER: issuer.url }))).toContain('no key that signs tokens');
  });

  it('a redirect URI that the issuer does not know is a fault that says what to register', async () => {
    const unregistered = new URL(`${issuerUrl}/auth?client_id=dashboard&response_type=code&scope=openid`);
    unregistered.searchParams.set('redirect_uri', 'https://elsewhere.example/auth/callback');
    const { checkRedirect } = await import('../../../tools/admin/identity/check-identity.ts');
    await expect(checkRedirect(dashboardUrl, unregistered)).rejects.toThrow(
      `Register ${dashboardUrl}/auth/callback there.`,
    );
  });

  it('a service without the dashboard says so', async () => {
    const { sign_in: _, ...withoutDashboard } = runtime;
    const run = await runAdmin(argv, { env: { LOCAL_DIR: makeLocalDir(withoutDashboard) } });
    expect(JSON.parse(run.stderr).error).toMatchObject({ code: 'no_dashboard' });
  });
});
