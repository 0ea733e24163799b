import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import { findFreePort } from '../../../tools/local/listen.ts';
import { newAccount } from '../../../tools/simulator/accounts.ts';
import { startSimulator } from '../../../tools/simulator/start.ts';
import { readPage, shellBlocksBelow } from '../../docs/pages.ts';
import { serviceRuntime } from '../../support/admin.ts';
import { call, makeWorkspace } from '../../support/client.ts';

/** As after `npm start`: a simulator of its own, whose first account belongs to a new workspace, and the state files. */
const startReadersService = async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const account = newAccount('msgapp', {});
  const simulator = await startSimulator({ port: 0, accounts: [account] });
  const localDir = mkdtempSync(join(tmpdir(), 'switchboard-reader-'));
  onTestFinished(async () => {
    await simulator.stop();
    rmSync(localDir, { recursive: true, force: true });
  });
  const { baseUrl } = inject('service');
  await simulator.subscribe('msgapp', { url: `${baseUrl}/channels/msgapp` });
  if (account.channel === 'msgapp') {
    const { id: phone_number_id, wabaId: waba_id, accessToken: access_token } = account;
    const connection = { access_token, base_url: simulator.url, api_version: 'v25.0' };
    await connectMsgapp(workspaceId, { phone_number_id, waba_id, ...connection });
  }
  writeState(localDir, 'ready.json', { base_url: baseUrl, api_key: key, simulator_url: simulator.url });
  writeState(localDir, 'runtime.json', serviceRuntime());
  return { localDir, key };
};

const writeState = (folder: string, name: string, state: object): void =>
  writeFileSync(join(folder, name), JSON.stringify(state));

/** A new shell in the project's folder, into which a reader pastes one block after the other. */
const openShell = (localDir: string, webhookPort: number) => {
  const env = { PATH: process.env['PATH'], HOME: localDir, LOCAL_DIR: localDir };
  const shell = spawn('sh', [], { env, detached: true });
  onTestFinished(() => void process.kill(-Number(shell.pid), 'SIGKILL'));
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  let pasted = 0;
  const paste = async (block: string): Promise<void> => {
    pasted += 1;
    const end = `[end of block ${pasted}]`;
    const text = block.replaceAll('./.local/', `${localDir}/`).replaceAll('PORT=3000', `PORT=${webhookPort}`);
    shell.stdin.write(`${text}\necho '${end}'\n`);
    await expect.poll(() => output).toContain(`${end}\n`);
  };
  return { paste, output: () => output };
};

it('the README leads from a first message to a first webhook in one shell', { timeout: 120_000 }, async () => {
  const { localDir } = await startReadersService();
  const shell = openShell(localDir, await findFreePort());
  const page = readPage('README.md');
  const [send = '', reply = ''] = shellBlocksBelow(page, '## Send a first message');
  await shell.paste(send);
  expect(shell.output()).toMatch(
    /^\{"data":\{"message_id":"[^"]+","msgapp_message_id":"wamid\..*"contact_created":true\}\}\n/,
  );
  await shell.paste(reply);
  expect(shell.output()).toMatch(/^\{"data":\[\{.*"last_message_text":"Thanks!".*\}\n/m);
  const [webhook = '', stop = ''] = shellBlocksBelow(page, '## Receive a first webhook');
  await shell.paste(webhook);
  expect(shell.output()).toMatch(/^\{"data":\{"id":.*"secret":"whsec_/m);
  await expect
    .poll(shell.output)
    .toMatch(/^\{"id":"[^"]+","event":"message\.received",.*"text":"When does it arrive\?"\}\}\n/m);
  await shell.paste(stop);
  expect(shell.output()).toMatch(/^\{"data":\{"id":"[^"]+","deleted":true\}\}$/m);
  expect(shell.output()).not.toMatch(/error/i);
});

it('docs/channels.md connects a second workspace to the simulator', { timeout: 120_000 }, async () => {
  const { localDir } = await startReadersService();
  const shell = openShell(localDir, 0);
  const [variables = ''] = shellBlocksBelow(readPage('README.md'), '## Send a first message');
  await shell.paste(variables);
  const [connect = ''] = shellBlocksBelow(readPage('docs/channels.md'), '### Connect a second workspace');
  await shell.paste(connect);
  expect(shell.output()).not.toMatch(/error/i);
  await shell.paste('echo "workspace $WORKSPACE"');
  const [, workspaceId = ''] = /^workspace (\S+)$/m.exec(shell.output()) ?? [];
  const { key } = await createApiKey(workspaceId, {
    name: 'Reader',
    scopes: ['conversations:read', 'messages:send'],
  });
  await expect
    .poll(async () => (await call<{ data: unknown[] }>('GET', '/conversations', { key })).json.data)
    .toMatchObject([{ last_message_text: 'Hello' }]);
  expect(await call('POST', '/messages', { key, body: { to: '+14155550199', text: 'Hi' } })).toMatchObject({
    status: 201,
  });
});
