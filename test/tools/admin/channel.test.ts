import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDirWith, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';
import { type Engine, startEngine } from './fixture/engine.ts';

let engine: Engine;
let localDir: string;

beforeAll(async () => {
  engine = await startEngine();
  localDir = localDirWith(runtimeOf(engine));
}, 40_000);

afterAll(async () => {
  await engine.stop();
  rmSync(localDir, { recursive: true });
});

const admin = (argv: string[], stdin = '') => runAdmin(argv, { env: { LOCAL_DIR: localDir }, stdin });

const createWorkspace = async (): Promise<string> =>
  String(resultOf(await admin(['workspace', 'create', '--name', 'Acme', '--country', 'DE', '--json']))['id']);

const itemOf = async (pk: string) => (await engine.items()).find((item) => item['pk'] === pk);

const connect = (channel: string, workspace: string, options: string[], stdin = '') =>
  admin(['channel', 'connect', channel, '--workspace', workspace, ...options], stdin);

const number = (id: string) => ['--phone-number-id', id, '--waba-id', '22', '--access-token', 'EAAG-secret-token'];

const list = async (workspace: string): Promise<unknown> =>
  JSON.parse((await admin(['channel', 'list', '--workspace', workspace, '--json'])).stdout);

describe.concurrent('channel connect msgapp', () => {
  it('stores the account, leads from the number to the workspace, and never shows the token again', async () => {
    const workspace = await createWorkspace();
    const { code, stdout } = await connect('msgapp', workspace, [...number('1001'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      channel: 'msgapp',
      account_id: '1001',
      waba_id: '22',
      base_url: 'https://graph.facebook.com',
      api_version: 'v25.0',
      messages_per_second: null,
    });
    expect(await itemOf('CHANNEL_ACCOUNT#msgapp#1001')).toMatchObject({ workspace_id: workspace });
    expect(await itemOf(`WS#${workspace}`)).toMatchObject({
      msgapp_account: { access_token: expect.stringMatching(/^encrypted:v1:1:/) },
    });
    expect(JSON.stringify(await engine.items())).not.toContain('EAAG');
    const shown = await admin(['channel', 'list', '--workspace', workspace]);
    const workspaceShown = await admin(['workspace', 'get', workspace, '--json']);
    expect(shown.stdout).toContain('1001');
    expect(shown.stdout + workspaceShown.stdout + stdout).not.toContain('EAAG');
  });

  it('reads the token from stdin, and takes the address and version of another channel host', async () => {
    const workspace = await createWorkspace();
    const options = ['--phone-number-id', '1002', '--waba-id', '22', '--access-token', '-'];
    const more = ['--base-url', 'http://127.0.0.1:4100/', '--api-version', 'v26.0'];
    expect((await connect('msgapp', workspace, [...options, ...more], 'from-stdin\n')).code).toBe(0);
    const encrypted = expect.stringMatching(/^encrypted:v1:1:/);
    expect(await itemOf(`WS#${workspace}`)).toMatchObject({
      msgapp_account: { access_token: encrypted, base_url: 'http://127.0.0.1:4100', api_version: 'v26.0' },
    });
  });

  it('keeps the pace that the channel has granted, and shows it', async () => {
    const workspace = await createWorkspace();
    await connect('msgapp', workspace, [...number('1003'), '--messages-per-second', '500']);
    expect(await list(workspace)).toMatchObject([{ channel: 'msgapp', messages_per_second: 500 }]);
    expect(await itemOf(`WS#${workspace}`)).toMatchObject({ msgapp_account: { messages_per_second: 500 } });
    await connect('msgapp', workspace, number('1003'));
    expect(await list(workspace)).toMatchObject([{ channel: 'msgapp', messages_per_second: null }]);
  });

  it.each([
    [['--waba-id', '22', '--access-token', 'x'], '--phone-number-id is missing'],
    [['--phone-number-id', '1', '--access-token', 'x'], '--waba-id is missing'],
    [['--phone-number-id', '1', '--waba-id', '2'], '--access-token is missing'],
    [['--phone-number-id', '1', '--waba-id', '2', '--access-token', ' '], '--access-token must not be empty'],
    [['--phone-number-id', '1/2', '--waba-id', '2', '--access-token', 'x'], '--phone-number-id must have'],
    [[...number('1'), '--base-url', 'http://example.com'], '--base-url must be an https URL'],
    [[...number('1'), '--api-version', '25'], '--api-version must be a version'],
    [[...number('1'), '--messages-per-second', '9'], '--messages-per-second must be a whole number from 10 to 1000'],
    [[...number('1'), '--messages-per-second', '1001'], '--messages-per-second must be a whole number from 10 to 1000'],
    [[...number('1'), '--messages-per-second', '8e1'], '--messages-per-second must be a whole number from 10 to 1000'],
  ])('refuses %j', async (options, sentence) => {
    const { code, stderr } = await connect('msgapp', '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123', options);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('refuses an unknown workspace', async () => {
    const { code, stderr } = await connect('msgapp', '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123', number('1006'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no such workspace')]);
    expect(await itemOf('CHANNEL_ACCOUNT#msgapp#1006')).toBeUndefined();
  });
});

describe.concurrent('channel connect social and web', () => {
  it('stores a social account', async () => {
    const workspace = await createWorkspace();
    await connect('social', workspace, ['--account-id', '178414', '--access-token', 'x'.repeat(30)]);
    expect(await list(workspace)).toMatchObject([
      { channel: 'social', account_id: '178414', base_url: 'https://graph.instagram.com' },
    ]);
    expect(await itemOf('CHANNEL_ACCOUNT#social#178414')).toMatchObject({ workspace_id: workspace });
  });

  it('gives a web chat an id and a secret, which is shown once, and a new secret to the same id the next time', async () => {
    const workspace = await createWorkspace();
    const first = resultOf(await connect('web', workspace, ['--json']));
    expect(first).toMatchObject({ channel: 'web', secret: expect.stringMatching(/^websec_[\w-]{43}$/) });
    expect(JSON.stringify(await list(workspace))).not.toContain('websec_');
    const second = resultOf(await connect('web', workspace, ['--json']));
    expect(second['account_id']).toBe(first['account_id']);
    expect(second['secret']).not.toBe(first['secret']);
  });

  it('shows people the secret first', async () => {
    const { stdout } = await connect('web', await createWorkspace(), ['--account-id', 'acme-shop']);
    expect(stdout).toMatch(/^websec_\S+\n\nCopy the secret now/);
    expect(stdout).toContain('acme-shop');
  });

  it('lists nothing where nothing is connected', async () => {
    const { stdout } = await admin(['channel', 'list', '--workspace', await createWorkspace()]);
    expect(stdout).toBe('This workspace has connected no channel.\n');
  });
});
