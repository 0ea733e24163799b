import { describe, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { createWorkspace, readResult, runServiceAdmin } from '../../support/admin.ts';
import { dumpTable } from '../../support/table/dump-table.ts';

const connect = (channel: string, workspace: string, options: string[], stdin = '') =>
  runServiceAdmin(['channel', 'connect', channel, '--workspace', workspace, ...options], stdin);

const list = async (workspace: string): Promise<unknown> =>
  readResult<unknown>(await runServiceAdmin(['channel', 'list', '--workspace', workspace, '--json']));

const findAccount = (channel: 'msgapp' | 'social', id: string) => findItem(keys.channelAccount(channel, id));
const findWorkspace = (id: string) => findItem(keys.workspace(id));

const accessToken = `EAAG-${newId()}`;
const numberOptions = (id: string) => ['--phone-number-id', id, '--waba-id', '22', '--access-token', accessToken];
const encrypted = expect.stringMatching(/^encrypted:v1:c1:/);

describe('channel connect msgapp', () => {
  it('channel connect msgapp stores the account under its number and never shows the token again', async () => {
    const workspace = await createWorkspace();
    const id = newId();
    const connected = await connect('msgapp', workspace, [...numberOptions(id), '--json']);
    expect(readResult(connected)).toEqual({
      channel: 'msgapp',
      account_id: id,
      waba_id: '22',
      base_url: 'https://graph.facebook.com',
      api_version: 'v25.0',
      messages_per_second: null,
    });
    expect(await findAccount('msgapp', id)).toMatchObject({ workspace_id: workspace });
    expect(await findWorkspace(workspace)).toMatchObject({ msgapp_account: { access_token: encrypted } });
    const stored = await dumpTable();
    expect(stored).toContain(id);
    expect(stored).not.toContain(accessToken);
    const listed = await runServiceAdmin(['channel', 'list', '--workspace', workspace]);
    const shown = await runServiceAdmin(['workspace', 'get', workspace, '--json']);
    expect(listed.stdout).toContain(id);
    expect(listed.stdout + shown.stdout + connected.stdout).not.toContain('EAAG');
  });

  it('channel connect msgapp reads the token from stdin and accepts another host and version', async () => {
    const workspace = await createWorkspace();
    const options = ['--phone-number-id', newId(), '--waba-id', '22', '--access-token', '-'];
    const host = ['--base-url', 'http://127.0.0.1:4100/', '--api-version', 'v26.0'];
    expect((await connect('msgapp', workspace, [...options, ...host], 'from-stdin\n')).code).toBe(0);
    expect(await findWorkspace(workspace)).toMatchObject({
      msgapp_account: { access_token: encrypted, base_url: 'http://127.0.0.1:4100', api_version: 'v26.0' },
    });
  });

  it('channel connect msgapp replaces the send rate, also by none', async () => {
    const workspace = await createWorkspace();
    const id = newId();
    await connect('msgapp', workspace, [...numberOptions(id), '--messages-per-second', '500']);
    expect(await list(workspace)).toMatchObject([{ channel: 'msgapp', messages_per_second: 500 }]);
    expect(await findWorkspace(workspace)).toMatchObject({ msgapp_account: { messages_per_second: 500 } });
    await connect('msgapp', workspace, numberOptions(id));
    expect(await list(workspace)).toMatchObject([{ channel: 'msgapp', messages_per_second: null }]);
  });

  it('channel connect msgapp refuses an empty access token from stdin', async () => {
    const workspace = await createWorkspace();
    const options = ['--phone-number-id', newId(), '--waba-id', '2', '--access-token', '-'];
    const { code, stderr } = await connect('msgapp', workspace, options);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--access-token must not be empty')]);
    expect(await list(workspace)).toEqual([]);
  });
});

it('channel connect social stores the account', async () => {
  const workspace = await createWorkspace();
  const id = newId();
  await connect('social', workspace, ['--account-id', id, '--access-token', 'x'.repeat(30)]);
  expect(await list(workspace)).toMatchObject([
    { channel: 'social', account_id: id, base_url: 'https://graph.instagram.com' },
  ]);
  expect(await findAccount('social', id)).toMatchObject({ workspace_id: workspace });
});

describe('channel connect web', () => {
  it('channel connect web shows a secret once and replaces it the next time, under the same id', async () => {
    const workspace = await createWorkspace();
    const first = readResult(await connect('web', workspace, ['--json']));
    expect(first).toMatchObject({ channel: 'web', secret: expect.stringMatching(/^websec_[\w-]{43}$/) });
    expect(JSON.stringify(await list(workspace))).not.toContain('websec_');
    const second = readResult(await connect('web', workspace, ['--json']));
    expect(second['account_id']).toBe(first['account_id']);
    expect(second['secret']).not.toBe(first['secret']);
  });

  it('channel connect web prints the secret first', async () => {
    const id = `shop-${newId()}`;
    const { stdout } = await connect('web', await createWorkspace(), ['--account-id', id]);
    expect(stdout).toMatch(/^websec_\S+\n\nCopy the secret now/);
    expect(stdout).toContain(id);
  });
});

it('channel list says when a workspace has no accounts', async () => {
  const { stdout } = await runServiceAdmin(['channel', 'list', '--workspace', await createWorkspace()]);
  expect(stdout).toBe('This workspace has no channel accounts.\n');
});
