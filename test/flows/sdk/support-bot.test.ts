import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Switchboard } from '../../../sdk/src/index.ts';
import { makeShop, type Shop, simulateInbound } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';

let folder: string;
let shop: Shop;
let client: Switchboard;

/** The example with the client installed, as `npm install` would leave it. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'support-bot-'));
  cpSync('examples/support-bot', folder, { recursive: true });
  const installed = join(folder, 'node_modules/switchboard-client');
  const build = spawnSync('node_modules/.bin/tsc', [
    '-p',
    'sdk/tsconfig.build.json',
    '--outDir',
    join(installed, 'dist'),
  ]);
  expect(build.status, String(build.stdout)).toBe(0);
  cpSync('sdk/package.json', join(installed, 'package.json'));
  shop = await makeShop();
  client = new Switchboard({ apiKey: shop.key, baseUrl: inject('service').baseUrl });
});

const run = (program: string, ...args: string[]): { child: ChildProcess; output: () => string } => {
  const env = { BASE_URL: inject('service').baseUrl, API_KEY: shop.key, PORT: '0' };
  const child = spawn(process.execPath, [join(folder, program), ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)));
  return { child, output: () => output };
};

const startBot = async () => {
  const bot = run('bot.mjs');
  await expect.poll(bot.output).toContain('Listening at');
  return bot;
};

const findContact = async (phone: string) => (await client.contacts.list({ phone }).page()).items[0];

const listTexts = async (phone: string): Promise<(string | null)[]> => {
  const contact = await findContact(phone);
  const [conversation] = (await client.conversations.list({ contact_id: contact?.id ?? '' }).page()).items;
  const messages = await client.conversations.messages(conversation?.id ?? '').page();
  return messages.items.map(({ content_text }) => content_text);
};

describe('the support bot', () => {
  it('a question is answered once, and a person is called on request', async () => {
    const bot = await startBot();
    const from = newPhone();
    await simulateInbound(shop, { from, name: 'Ben', text: 'When are you open?' });
    await expect.poll(bot.output).toContain('Answered Ben: We are open');
    await simulateInbound(shop, { from, text: 'I want a human' });
    await expect.poll(bot.output).toContain('Answered Ben: A colleague');
    expect((await findContact(from))?.tags).toMatchObject([{ name: 'needs-person' }]);
    expect((await listTexts(from)).toReversed()).toEqual([
      'When are you open?',
      expect.stringContaining('Monday to Friday'),
      'I want a human',
      expect.stringContaining('A colleague'),
    ]);
  });

  it('a forged event is refused', async () => {
    const bot = await startBot();
    const url = /http:\S+\//.exec(bot.output())?.[0] ?? '';
    const body = JSON.stringify({ id: 'e1', event: 'message.received', data: {} });
    const headers = { 'X-Service-Signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` };
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(400);
  });

  it('everyone who asked for news gets the broadcast', async () => {
    const bot = await startBot();
    const from = newPhone();
    await simulateInbound(shop, { from, name: 'Cleo', text: 'Any news?' });
    await expect.poll(bot.output).toContain('Answered Cleo');
    const broadcast = run('broadcast.mjs', 'news', 'hello_world');
    await expect.poll(broadcast.output).toContain('Done: 1 sent, 0 failed, 0 rejected.');
  });

  it('a bot that is stopped removes its webhook', async () => {
    const listIds = async () => (await client.webhooks.list().toArray()).map(({ id }) => id);
    const before = await listIds();
    const { child } = await startBot();
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
    expect(await listIds()).toEqual(before);
  });
});
