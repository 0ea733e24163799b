import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { deadRuntime, makeLocalDir, readResult, runAdmin, serviceRuntime } from '../../support/admin.ts';
import { startFakeIssuer } from '../../support/dashboard/fake-issuer.ts';
import { startAwsStub } from '../../support/network/aws-stub.ts';

// Each test connects elsewhere, and clients resolve their endpoint only once.
beforeEach(() => void vi.resetModules());

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

describe('admin identity check', () => {
  it('it walks through every step of the issuer of the local service, and shows no secret', async () => {
    const run = await checkLocally();
    expect(readResult(run)).toEqual({ issuer: issuerUrl, dashboard_url: dashboardUrl, steps: allSteps });
  });

  it('it reads the issuer of a deployed environment from the outputs of its stack', async () => {
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
    const cloudFormation = await startAwsStub((body) => {
      const members = Object.entries(outputs[new URLSearchParams(body).get('StackName') ?? ''] ?? {}).map(
        ([name, value]) => `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`,
      );
      const stack = `<Stacks><member><Outputs>${members.join('')}</Outputs></member></Stacks>`;
      const xml = `<DescribeStacksResponse><DescribeStacksResult>${stack}</DescribeStacksResult></DescribeStacksResponse>`;
      return { status: 200, type: 'text/xml', body: xml };
    });
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
