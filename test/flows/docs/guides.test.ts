import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createApiKey } from '../../../functions/domain/access/api-keys.ts';
import { connectMsgapp } from '../../../functions/domain/channels/connect.ts';
import { rotateSecret } from '../../../functions/domain/webhooks/secrets.ts';
import type { PublicEvent } from '../../../functions/model/deliveries/event.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findFreePort } from '../../../tools/local/listen.ts';
import { newAccount } from '../../../tools/simulator/accounts.ts';
import { startSimulator } from '../../../tools/simulator/start.ts';
import { readPage, shellBlocksBelow } from '../../docs/pages.ts';
import { serviceRuntime } from '../../support/admin.ts';
import { postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook } from '../../support/deliveries.ts';
import { publicAddress, publishName } from '../../support/network/internet.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { codeBlocks, findShellSnippets, runProgram, runShell, startDemo, toPattern } from '../../support/snippets.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const guides = [
  { path: 'docs/sending.md', snippets: 18 },
  { path: 'docs/conversations.md', snippets: 3 },
  { path: 'docs/routing.md', snippets: 4 },
  { path: 'docs/errors.md', snippets: 1 },
  { path: 'docs/importing.md', snippets: 3 },
  { path: 'docs/segments.md', snippets: 3 },
  { path: 'docs/broadcasts.md', snippets: 8 },
  { path: 'docs/webhooks.md', snippets: 5 },
  { path: 'docs/feeds.md', snippets: 2 },
];

describe('the snippets of the guides', () => {
  it.each(guides)(
    'every shell snippet of $path runs against the service and prints what the page shows',
    async ({ path, snippets: count }) => {
      publishName('example.com', publicAddress);
      const snippets = findShellSnippets(readPage(path).text);
      expect(snippets).toHaveLength(count);
      const { code, outputs, stderr } = await runShell(snippets, await startDemo());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const [index, { output }] of snippets.entries()) {
        const printed = outputs[index]?.trim() ?? '';
        if (output === undefined) expect(printed).not.toContain('{"error"');
        else expect(printed).toMatch(toPattern(output));
      }
    },
  );

  it('the loop of docs/api.md reads every page of a filtered list once, in order', async () => {
    const [loop = ''] = codeBlocks(readPage('docs/api.md').text, 'js');
    const { BASE_URL, API_KEY } = await startDemo();
    const names = ['Ana', 'Ben', 'Cem'];
    for (const name of names) await makeContact(API_KEY, { name, tags: ['vip'] });
    await makeContact(API_KEY, { name: 'Dee' });
    const file = join(mkdtempSync(join(tmpdir(), 'switchboard-guide-')), 'loop.mjs');
    onTestFinished(() => rmSync(join(file, '..'), { recursive: true, force: true }));
    writeFileSync(file, loop.replace("limit: '100'", "limit: '1'"));
    const { stdout, stderr } = await runProgram(process.execPath, [file], { BASE_URL, API_KEY });
    expect({ stdout, stderr }).toEqual({ stdout: 'Cem\nBen\nAna\n', stderr: '' });
    expect(await call('GET', '/contacts?limit=1', { key: API_KEY })).toMatchObject({
      json: { data: [{ name: 'Dee' }], meta: { next_cursor: expect.any(String) } },
    });
  });
});

const [, section = ''] = readPage('docs/webhooks.md').text.split('\n## Payloads\n');
const [payloads = ''] = section.split('\n## ');
const [envelope = '', ...dataOnly] = codeBlocks(payloads, 'json');

const print = (value: unknown): string => JSON.stringify(value, null, 2);

/** Lets a customer write on every channel, sends a message that fails and changes what a message has left. */
const receiveEvents = async (): Promise<PublicEvent[]> => {
  const { url, received } = await startReceiver();
  const { workspaceId, API_KEY: key, SIMULATOR_URL } = await startDemo();
  await makeWebhook(workspaceId, url, [...eventNames]);
  const customer = { name: 'Ana', text: 'When does it arrive?' };
  for (const sender of [
    { channel: 'msgapp', from: '+14155550123' },
    { channel: 'social', from: '17841400000000001', username: 'ana.torres' },
    { channel: 'web', from: 'visitor-1' },
  ])
    await fetch(`${SIMULATOR_URL}/inbound`, { method: 'POST', body: JSON.stringify({ ...sender, ...customer }) });
  const { conversation_id, contact_id } = (await postMessage(key, { to: '+14155550124', text: 'Hello' })).json.data;
  await call('PATCH', `/conversations/${conversation_id}`, { key, body: { status: 'closed' } });
  await call('PATCH', `/contacts/${contact_id}`, { key, body: { company: 'Northwind' } });
  await postMessage(key, { to: '+14155550002', text: 'Hello' });
  const statuses = () => received.map(({ event }) => event.data['status']);
  await expect.poll(statuses).toEqual(expect.arrayContaining(['delivered', 'failed']));
  const names = () => received.map(({ event }) => event.event);
  await expect.poll(() => names().filter((name) => name === 'message.received')).toHaveLength(3);
  await expect.poll(() => names().filter((name) => name === 'contact.created')).toHaveLength(5);
  await expect.poll(names).toEqual(expect.arrayContaining(['message.sent', 'conversation.updated', 'contact.updated']));
  await call('DELETE', `/contacts/${contact_id}`, { key });
  await expect.poll(names).toContain('contact.deleted');
  return received.map(({ event }) => event);
};

it('docs/webhooks.md shows exactly the payloads that the service delivers', async () => {
  const events = await receiveEvents();
  const shown = dataOnly.map(toPattern);
  expect(events.filter((event) => toPattern(envelope).test(print(event)))).toHaveLength(1);
  expect(dataOnly.filter((_, index) => !events.some(({ data }) => shown[index]?.test(print(data))))).toEqual([]);
  const shapes = [...dataOnly.map((text) => JSON.parse(text)), JSON.parse(envelope).data].map(toShape);
  expect(events.map(({ data }) => toShape(data)).filter((shape) => !shapes.includes(shape))).toEqual([]);
});

const toShape = (data: object): string => Object.keys(data).join(' ');

interface Language {
  name: string;
  /** The file in examples/verify-signature, which docs/webhooks.md and the dashboard show. */
  file: string;
  command: string[];
  /** Completes the snippet to a program that prints "true" or "false" for every body, header and secret. */
  toProgram: (snippet: string) => string;
}

const languages: Language[] = [
  {
    name: 'Node',
    file: 'verify.mjs',
    command: [process.execPath],
    toProgram: (snippet) => `${snippet}
const args = process.argv.slice(2);
for (let n = 0; n < args.length; n += 3) console.log(isGenuine(...args.slice(n, n + 3)));\n`,
  },
  {
    name: 'Python',
    file: 'verify.py',
    command: ['python3'],
    toProgram: (snippet) => `${snippet}
import sys
for n in range(1, len(sys.argv), 3):
    print(str(is_genuine(sys.argv[n].encode(), sys.argv[n + 1], sys.argv[n + 2])).lower())\n`,
  },
  {
    name: 'PHP',
    file: 'verify.php',
    command: ['php'],
    toProgram: (snippet) => `${snippet}
for ($n = 1; $n < $argc; $n += 3) echo isGenuine($argv[$n], $argv[$n + 1], $argv[$n + 2]) ? "true\\n" : "false\\n";\n`,
  },
  {
    name: 'Ruby',
    file: 'verify.rb',
    command: ['ruby'],
    toProgram: (snippet) => `${snippet}\nARGV.each_slice(3) { |args| puts genuine?(*args) }\n`,
  },
  {
    name: 'Go',
    file: 'verify.go',
    command: ['go', 'run'],
    toProgram: (snippet) =>
      `${snippet.replace('package webhooks', 'package main').replace('import (', 'import (\n\t"fmt"\n\t"os"')}
func main() {
	for n := 1; n < len(os.Args); n += 3 {
		fmt.Println(IsGenuine([]byte(os.Args[n]), os.Args[n+1], os.Args[n+2]))
	}
}\n`,
  },
];

const isInstalled = ({ command: [program = ''] }: Language): boolean =>
  spawnSync(program, ['--version']).error === undefined;

type Delivery = [body: string, header: string, secret: string];

/** Starting a program takes longer than all its checks. */
const writeVerifier = ({ file, command: [program = '', ...args], toProgram }: Language) => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-verify-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, file);
  writeFileSync(path, toProgram(readFileSync(join('examples/verify-signature', file), 'utf8')));
  return async (...deliveries: Delivery[]): Promise<string[]> => {
    const { stdout, stderr } = await runProgram(program, [...args, path, ...deliveries.flat()]);
    return (stdout || stderr).trim().split('\n');
  };
};

/** A delivery of the running service after the secret was rotated, so it has two signatures. */
const receiveDelivery = async () => {
  const { url, received } = await startReceiver();
  const { workspaceId, key, id, secret: previousSecret } = await makeWorkspaceWithWebhook(url);
  const { secret } = await rotateSecret(workspaceId, id, newId(), {});
  await makeContact(key, { name: 'Änne 🎉' });
  await expect.poll(() => received.length).toBe(1);
  const [delivery] = received;
  const header = String(delivery?.headers['x-service-signature']);
  return { body: delivery?.body ?? '', header, secret, previousSecret };
};

let shared: ReturnType<typeof receiveDelivery> | undefined;

const sign = (body: string, secret: string, secondsAgo: number): string => {
  const time = Math.floor(Date.now() / 1000) - secondsAgo;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
};

describe('the signature check in examples/verify-signature', () => {
  for (const language of languages) {
    it.skipIf(!isInstalled(language))(
      `the check in ${language.name} accepts a delivery of the service and refuses forged, changed and old ones`,
      async () => {
        const verify = writeVerifier(language);
        shared ??= receiveDelivery();
        const { body, header, secret, previousSecret } = await shared;
        const other = `v1=${'0'.repeat(64)}`;
        const genuine: Delivery[] = [
          [body, header, secret],
          [body, header, previousSecret],
          [body, header.replace('v1=', `${other},v1=`), secret],
          [body, sign(body, secret, 200), secret],
        ];
        const refused: Delivery[] = [
          [`${body} `, header, secret],
          [body, header, `${secret}A`],
          [body, header.replace(/v1=.*/, other), secret],
          [body, sign(body, secret, 310), secret],
          [body, sign(body, secret, -600), secret],
          ...['', 't=,v1=,,=', 'v1=ä'].map((garbage): Delivery => [body, garbage, secret]),
        ];
        const expected = [...genuine.map(() => 'true'), ...refused.map(() => 'false')];
        expect(await verify(...genuine, ...refused)).toEqual(expected);
      },
    );
  }
});

/** Starts what `npm start` does: a simulator whose first account belongs to a new workspace, and the state files. */
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
  // This replaces npm, which takes longer to start than the command.
  shell.stdin.write('npx() { shift; node bin/switchboard.ts "$@"; }\n');
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

it('the README leads from a first message to a first webhook in one shell', async () => {
  const { localDir } = await startReadersService();
  const shell = openShell(localDir, await findFreePort());
  const page = readPage('README.md');
  const [send = '', reply = ''] = shellBlocksBelow(page, '## Send a first message');
  await shell.paste(send);
  expect(shell.output()).toMatch(
    /^\{"data":\{"message_id":"[^"]+","msgapp_message_id":"wamid\..*"contact_created":true\}\}\n/,
  );
  await shell.paste(reply);
  expect(shell.output()).toMatch(/^"last_message_text":"Thanks!"$/m);
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

it('docs/channels.md connects a second workspace to the simulator', async () => {
  const { localDir } = await startReadersService();
  const shell = openShell(localDir, 0);
  const [variables = ''] = shellBlocksBelow(readPage('README.md'), '## Send a first message');
  await shell.paste(variables);
  const [connect = ''] = shellBlocksBelow(readPage('docs/channels.md'), '### Connect a second workspace');
  await shell.paste(connect);
  expect(shell.output()).not.toMatch(/error/i);
  await shell.paste('echo "workspace $WORKSPACE"');
  const [, workspaceId = ''] = /^workspace (\S+)$/m.exec(shell.output()) ?? [];
  const { key } = await createApiKey(workspaceId, { name: 'Reader', scopes: ['conversations:read', 'messages:send'] });
  await expect
    .poll(async () => (await call<{ data: unknown[] }>('GET', '/conversations', { key })).json.data)
    .toMatchObject([{ last_message_text: 'Hello' }]);
  expect(await call('POST', '/messages', { key, body: { to: '+14155550199', text: 'Hi' } })).toMatchObject({
    status: 201,
  });
});
