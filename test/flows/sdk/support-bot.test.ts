import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Switchboard } from '../../../sdk/src/index.ts';
import { makeShop, type Shop, simulateInbound } from '../../support/channels/channels.ts';
import { makeContact, newPhone, newPhones } from '../../support/contacts.ts';
import { makeMember } from '../../support/dashboard/members.ts';
import { serve } from '../../support/network/serve.ts';

let folder: string;
let shop: Shop;
let client: Switchboard;

/** The example beside the client, whose package test/sdk/package.test.ts builds. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'support-bot-'));
  cpSync('examples/support-bot', folder, { recursive: true });
  cpSync('examples/crm-mirror/mirror.mjs', join(folder, 'mirror.mjs'));
  const installed = join(folder, 'node_modules/@switchboard-messaging/client');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ exports: './index.mjs' }));
  writeFileSync(join(installed, 'index.mjs'), `export * from '${pathToFileURL('sdk/src/index.ts')}';`);
  shop = await makeShop();
  client = new Switchboard({ apiKey: shop.key, baseUrl: inject('service').baseUrl });
});

afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, ...args: string[]) => runAt(inject('service').baseUrl, program, ...args);

const runAt = (BASE_URL: string, program: string, ...args: string[]): { child: ChildProcess; output: () => string } => {
  const env = { BASE_URL, API_KEY: shop.key, PORT: '0', STATE: join(folder, 'mirror.json') };
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
  it('a question is answered once, a person takes over on request, a forged event is refused, and its webhook ends with it', async () => {
    const { userId } = await makeMember(shop.id, 'agent');
    const bot = await startBot();
    const url = /http:\S+\//.exec(bot.output())?.[0] ?? '';
    const body = JSON.stringify({ id: 'e1', event: 'message.received', data: {} });
    const headers = { 'X-Service-Signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` };
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(400);
    const from = newPhone();
    const write = (text: string) => simulateInbound(shop, { from, name: 'Ben', text });
    await write('When are you open?');
    await expect.poll(bot.output).toContain('Answered Ben: We are open');
    await write('I want a human');
    await expect.poll(bot.output).toContain('Answered Ben: A colleague');
    const [conversation] = (await client.conversations.list({ waiting: 'true' }).page()).items;
    expect(conversation).toMatchObject({ assigned_agent_id: userId, contact: { name: 'Ben', phone: from } });
    await write('When are you open, human?');
    await expect.poll(bot.output).toContain('Left Ben to a person.');
    await client.conversations.update(conversation?.id ?? '', { assigned_agent_id: null });
    await write('Where is my order?');
    await expect.poll(bot.output).toContain('Answered Ben: Please send your order number');
    expect((await findContact(from))?.tags).toMatchObject([{ name: 'order' }]);
    expect((await listTexts(from)).toReversed()).toEqual([
      'When are you open?',
      expect.stringContaining('Monday to Friday'),
      'I want a human',
      expect.stringContaining('A colleague'),
      'When are you open, human?',
      'Where is my order?',
      expect.stringContaining('order number'),
    ]);
    bot.child.kill('SIGTERM');
    await expect.poll(() => bot.child.exitCode).toBe(0);
    expect(await client.webhooks.list().toArray()).toEqual([]);
  });

  it('everyone who asked for news gets the broadcast', async () => {
    const bot = await startBot();
    const from = newPhone();
    await simulateInbound(shop, { from, name: 'Cleo', text: 'Any news?' });
    await expect.poll(bot.output).toContain('Answered Cleo');
    const broadcast = run('broadcast.mjs', 'news', 'hello_world');
    await expect.poll(broadcast.output).toContain('Done: 1 sent, 0 failed, 0 rejected.');
  });
});

describe('the CRM mirror', () => {
  const readState = () => JSON.parse(readFileSync(join(folder, 'mirror.json'), 'utf8'));
  const readRecords = () => readState().records;
  const end = async ({ child }: { child: ChildProcess }) => {
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
  };

  it('the records follow every change of a contact, also those made while the mirror was stopped', async () => {
    const ana = await makeContact(shop.key, { name: 'Ana' });
    const first = run('mirror.mjs');
    await expect.poll(first.output).toMatch(/Listed \d+ contacts\.\n/);
    await expect.poll(first.output).toContain(`contact.updated ${ana.id}`);
    const { crmId } = readRecords()[ana.id];
    expect((await client.contacts.get(ana.id)).external_id).toBe(crmId);
    await client.contacts.update(ana.id, { attributes: { plan: 'gold' } });
    await expect.poll(() => readRecords()[ana.id].attributes).toEqual({ plan: 'gold' });
    await end(first);
    const bea = await makeContact(shop.key, { name: 'Bea' });
    await client.contacts.delete(ana.id);
    const second = run('mirror.mjs');
    await expect.poll(second.output).toContain(`contact.deleted ${ana.id}`);
    await expect.poll(() => readRecords()[bea.id]).toMatchObject({ name: 'Bea' });
    expect(readRecords()[ana.id]).toBeUndefined();
    await expect.poll(async () => (await client.contacts.get(bea.id)).external_id).toBe(readRecords()[bea.id].crmId);
    await end(second);
  });

  /** A service whose second page never comes while `isHolding`, and where a person is erased after they were listed. */
  const startProxy = async () => {
    const calls: string[] = [];
    const proxy = { calls, isHolding: true, url: '', erasedPhone: '' };
    const { url } = await serve(async (request, response) => {
      const path = String(request.url).replace('/v1', '');
      calls.push(`${request.method} ${path}`);
      if (proxy.isHolding && path.includes('cursor=')) return;
      const body = Buffer.concat(await request.toArray());
      if (path === '/contacts/batch' && proxy.erasedPhone === '') {
        proxy.erasedPhone = JSON.parse(body.toString()).contacts[0].phone;
        await client.contacts.delete((await findContact(proxy.erasedPhone))?.id ?? '');
      }
      const { 'content-type': type = '', 'idempotency-key': key = randomUUID() } = request.headers;
      const headers = { authorization: `Bearer ${shop.key}`, 'content-type': type, 'idempotency-key': String(key) };
      const init = { method: String(request.method), headers, ...(body.length > 0 ? { body } : {}) };
      const answer = await fetch(`${inject('service').baseUrl}${path}`, init);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    proxy.url = `${url}/v1`;
    return proxy;
  };

  it('a list that was interrupted goes on with its feed, and no external id is replaced or set one by one', async () => {
    rmSync(join(folder, 'mirror.json'));
    for (const { id } of await client.feeds.list().toArray()) await client.feeds.delete(id);
    await client.contacts.importAll(newPhones(150).map((phone) => ({ phone })));
    const known = await makeContact(shop.key, { name: 'Cleo', external_id: 'shop-4999' });
    const proxy = await startProxy();
    const first = runAt(proxy.url, 'mirror.mjs');
    await expect.poll(first.output).toContain('Listed 100 contacts so far.');
    await expect.poll(() => proxy.calls.filter((call) => call.includes('cursor='))).toHaveLength(1);
    await end(first);
    const before = proxy.calls.splice(0);
    proxy.isHolding = false;
    const second = runAt(proxy.url, 'mirror.mjs');
    await expect.poll(second.output).toMatch(/^Listed \d+ contacts/);
    await expect.poll(() => readState().isListed).toBe(true);
    const contacts = await client.contacts.list({ limit: 100 }).toArray();
    await expect.poll(second.output).toContain('contact.deleted');
    await expect.poll(() => Object.keys(readRecords()).length).toBe(contacts.length);
    const records = readRecords();
    expect(contacts.map(({ phone }) => phone)).not.toContain(proxy.erasedPhone);
    expect(Object.keys(records).sort()).toEqual(contacts.map(({ id }) => id).sort());
    for (const { id, external_id } of contacts)
      expect(external_id).toBe(id === known.id ? 'shop-4999' : records[id].crmId);
    await end(second);
    const calls = [...before, ...proxy.calls];
    expect(calls.filter((call) => /^PATCH|^POST \/feeds/.test(call))).toEqual(['POST /feeds']);
    expect(proxy.calls[0]).toMatch(/^GET \/contacts\?limit=100&cursor=/);
    expect(await client.feeds.list().toArray()).toHaveLength(1);
  });
});
