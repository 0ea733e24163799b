import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { run } from '../../../sdk/src/cli/run.ts';
import { eventNames } from '../../../sdk/src/cli/trigger.ts';
import { Switchboard, SwitchboardError } from '../../../sdk/src/index.ts';
import { magicPhone, template } from '../../support/broadcasts/broadcasts.ts';
import { makeShop, type Shop } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { storeDelivery } from '../../support/deliveries.ts';
import { storeCopiedFile } from '../../support/messages/media.ts';
import { startReceiver } from '../../support/network/receiver.ts';
import { publicUrl } from '../../support/webhooks.ts';

let shop: Shop;
let client: Switchboard;
const requests: { method: string; path: string }[] = [];

beforeAll(async () => {
  shop = await makeShop();
  client = new Switchboard({
    apiKey: shop.key,
    baseUrl: inject('service').baseUrl,
    fetch: (input, init) => {
      requests.push({ method: init?.method ?? 'GET', path: new URL(String(input)).pathname });
      return fetch(input, init);
    },
  });
});

// The last one looks at the requests of the others.
describe('the client against the running service', { shuffle: false }, () => {
  it('a message is sent and found in its conversation', async () => {
    const to = newPhone();
    const sent = await client.messages.send({ to, text: 'Hello', name: 'Ana' });
    expect(await client.contacts.get(sent.contact_id)).toMatchObject({ phone: to, name: 'Ana' });
    expect(await client.conversations.get(sent.conversation_id)).toMatchObject({ last_message_text: 'Hello' });
    const messages = client.conversations.messages(sent.conversation_id);
    expect(await messages.toArray()).toMatchObject([{ id: sent.message_id, content_text: 'Hello' }]);
    const conversations = await client.conversations.list({ contact_id: sent.contact_id }).page();
    expect(conversations.items).toMatchObject([{ id: sent.conversation_id }]);
    const answered = await client.conversations.reply(sent.conversation_id, { text: 'Anything else?' });
    expect(answered).toMatchObject({ conversation_id: sent.conversation_id, contact_created: false });
    const closed = await client.conversations.update(sent.conversation_id, { status: 'closed' });
    expect(closed).toMatchObject({ status: 'closed', last_message_text: 'Anything else?' });
    expect(await client.members.list().toArray()).toEqual([]);
    expect(await client.messages.failed({ contact_id: sent.contact_id }).toArray()).toEqual([]);
  });

  it('an import returns the counts and a result for each entry', async () => {
    const contacts = [{ phone: newPhone(), name: 'Ana' }, { phone: 'x' }];
    const { created, results } = await client.contacts.importMany({ contacts, on_existing: 'update' });
    expect([created, results.map(({ status }) => status)]).toEqual([1, ['created', 'rejected']]);
  });

  it('a loop over a list finds every contact once', async () => {
    const created = await Promise.all(
      [1, 2, 3].map(() => client.contacts.create({ phone: newPhone(), tags: ['loop'] })),
    );
    const listed: string[] = [];
    for await (const { id } of client.contacts.list({ tag: 'loop', limit: 1 })) listed.push(id);
    expect(listed.sort()).toEqual(created.map(({ id }) => id).sort());
    const [contact] = created;
    expect(await client.contacts.update(contact?.id ?? '', { company: 'Acme' })).toMatchObject({ company: 'Acme' });
    const tags = { tags: ['vip'] };
    expect((await client.contacts.addTags(contact?.id ?? '', tags)).tags).toHaveLength(2);
    expect((await client.contacts.removeTags(contact?.id ?? '', tags)).tags).toHaveLength(1);
    expect(await client.contacts.delete(contact?.id ?? '')).toEqual({ id: contact?.id, erased: true });
  });

  it('a segment is created, filled, read, changed and deleted', async () => {
    const { id: contactId } = await client.contacts.create({ phone: newPhone() });
    const { id } = await client.segments.create({ name: 'Static', kind: 'static' });
    const members = { contact_ids: [contactId] };
    expect(await client.segments.addContacts(id, members)).toMatchObject({ requested: 1, added: 1 });
    expect(await client.segments.contacts(id).toArray()).toMatchObject([{ id: contactId }]);
    expect(await client.segments.removeContacts(id, members)).toMatchObject({ removed: 1 });
    expect(await client.segments.update(id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
    expect(await client.segments.get(id)).toMatchObject({ name: 'Renamed', member_count: 0 });
    expect((await client.segments.list().toArray()).map(({ name }) => name)).toContain('Renamed');
    expect(await client.segments.delete(id)).toEqual({ id, deleted: true });
  });

  it('a template tells what it needs', async () => {
    await client.messages.send({
      to: newPhone(),
      type: 'template',
      template: { name: 'order_update', params: ['A', '1'] },
    });
    const listed = await client.templates.list({ limit: 1 }).toArray();
    expect(listed.map(({ name }) => name)).toContain('order_update');
    expect(await client.templates.get('order_update', 'de')).toMatchObject({ params: { body: ['1', '2'] } });
  });

  it('a broadcast is launched and followed', async () => {
    const { id } = await client.broadcasts.create({ name: 'May', template, recipients: [{ to: newPhone() }] });
    await expect.poll(async () => (await client.broadcasts.get(id)).status).toBe('sent');
    expect((await client.broadcasts.recipients(id).toArray()).map(({ message_id }) => message_id)).toEqual([
      expect.any(String),
    ]);
    expect((await client.broadcasts.list({ limit: 1 }).page()).items).toMatchObject([{ id }]);
    const file_id = await client.broadcasts.upload(`phone\n${newPhone()}\n`);
    const preview = await client.broadcasts.create({ name: 'June', template, file_id, dry_run: true });
    expect(preview).toMatchObject({ expected_messages: 1 });
  });

  it('a broadcast is tried, scheduled and canceled', async () => {
    const broadcast = { name: 'June', template, recipients: [{ to: newPhone() }] };
    const preview = await client.broadcasts.create({ ...broadcast, dry_run: true });
    expect(preview).toMatchObject({ precision: 'exact', accepted: 1, expected_messages: 1 });
    const scheduled_at = new Date(Date.now() + 60 * 60_000).toISOString();
    const { id, status } = await client.broadcasts.create({ ...broadcast, scheduled_at });
    expect(status).toBe('queued');
    expect(await client.broadcasts.cancel(id)).toMatchObject({ id, status: 'canceled', scheduled_at });
  });

  it('a webhook is registered, changed, listed and deleted', async () => {
    const { id, secret } = await client.webhooks.create({ url: publicUrl, events: ['contact.created'] });
    expect(secret).toMatch(/^whsec_/);
    expect(await client.webhooks.update(id, { is_active: false })).toMatchObject({ is_active: false });
    expect(await client.webhooks.get(id)).toMatchObject({ url: publicUrl });
    expect((await client.webhooks.list().toArray()).map((webhook) => webhook.id)).toContain(id);
    expect(await client.webhooks.delete(id)).toEqual({ id, deleted: true });
  });

  it('deliveries are listed, read and asked for again, and the secret is rotated', async () => {
    const { url, received } = await startReceiver();
    const { id, secret } = await client.webhooks.create({ url, events: ['contact.created'] });
    const lost = await Promise.all([1, 2, 3].map(() => storeDelivery({ workspaceId: shop.id, id })));
    const [first = ''] = lost;
    const failed = await client.webhooks.deliveries(id, { status: 'failed', limit: 2 }).toArray();
    expect(failed.map(({ event_id }) => event_id).sort()).toEqual(lost.toSorted());
    expect(await client.webhooks.delivery(id, first)).toMatchObject({
      payload: { id: first },
      attempts: [{ code: 500 }],
    });
    expect(await client.webhooks.redeliver(id, first)).toMatchObject({ event_id: first, status: 'requested' });
    const options = { idempotencyKey: `recover ${id}` };
    const since = new Date(Date.now() - 60_000);
    expect(await client.webhooks.recover(id, { since }, options)).toEqual({ requested: 2 });
    expect(await client.webhooks.recover(id, { since: since.toISOString() }, options)).toEqual({ requested: 2 });
    await expect.poll(() => received.map(({ event }) => event.id).sort()).toEqual(lost.toSorted());
    const rotated = await client.webhooks.rotateSecret(id, { overlap_hours: 1 });
    expect(rotated).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.secret).not.toBe(secret);
  });

  it('a feed is created, followed, read, listed and deleted', async () => {
    const { id, events } = await client.feeds.create({ events: ['contact.created'] });
    const { id: contact_id } = await client.contacts.create({ phone: newPhone() });
    for await (const event of client.feeds.follow(id)) {
      expect(event).toMatchObject({ event: 'contact.created', data: { contact_id } });
      break;
    }
    const { items, nextCursor } = await client.feeds.events(id, { limit: 1 });
    expect(items).toMatchObject([{ data: { contact_id } }]);
    expect(await client.feeds.events(id, { after: nextCursor ?? '' })).toMatchObject({ items: [] });
    expect(await client.feeds.get(id)).toMatchObject({ id, events });
    expect(await client.feeds.list().toArray()).toMatchObject([{ id }]);
    expect(await client.feeds.delete(id)).toEqual({ id, deleted: true });
  });

  it('the file of a message has a link', async () => {
    const id = await storeCopiedFile(shop.id);
    expect(await client.media.get(id)).toMatchObject({ message_id: id, url: expect.stringContaining(id) });
  });

  it('a team is created, read, renamed, listed and deleted, and routing is read and changed', async () => {
    const { id } = await client.teams.create({ name: 'Billing' });
    expect(await client.teams.update(id, { name: 'Money' })).toMatchObject({ id, name: 'Money' });
    expect(await client.teams.get(id)).toMatchObject({ id, name: 'Money', member_ids: [] });
    expect(await client.teams.list().toArray()).toMatchObject([{ id }]);
    expect(await client.teams.delete(id)).toEqual({ id, deleted: true });
    expect(await client.routing.update({ office_hours: null })).toEqual(await client.routing.get());
    const range = { from: '2026-01-01', to: '2026-01-31', by: 'channel' } as const;
    expect(await client.reports.get('incoming', range)).toMatchObject({ total: { count: 0 } });
  });

  it('the client has a method for every operation that needs a key', async () => {
    expect(await client.me.get()).toMatchObject({ account: { id: shop.id } });
    const document = JSON.parse(readFileSync('functions/operations/openapi/openapi.json', 'utf8'));
    const operations = Object.entries<Record<string, object>>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    const uncalled = operations.filter(
      ({ method, path }) =>
        path !== '/openapi.json' &&
        !requests.some((made) => made.method === method && matches(made.path.replace(/^\/v1/, ''), path)),
    );
    expect(uncalled).toEqual([]);
  });
});

const matches = (path: string, template: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

describe('errors', () => {
  it('a bad key, a bad value and an unknown contact have their codes and a request id', async () => {
    const stranger = new Switchboard({ apiKey: 'svc_live_nobody', baseUrl: inject('service').baseUrl });
    await expect(stranger.me.get()).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    await expect(client.contacts.create({ phone: 'x' })).rejects.toMatchObject({ status: 400, code: 'bad_request' });
    const missing = await client.contacts.get('019a2b1c-1f00-7e44-9c30-3f5a7c9ecc04').catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(SwitchboardError);
    expect(missing).toMatchObject({ status: 404, code: 'not_found', requestId: expect.stringMatching(/^[\w-]{36}$/) });
  });

  it('a message that the channel does not answer fails at once, with the reason and its id', async () => {
    const to = magicPhone('5550008');
    const error = await client.messages.send({ to, text: 'Hello' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 502, code: 'platform_error', channelCode: 'outcome_unknown' });
    expect(error).toHaveProperty('messageId', expect.stringMatching(/^[0-9a-f-]{36}$/));
  });
});

describe('the command', () => {
  const start = () => {
    const ending = new AbortController();
    onTestFinished(() => ending.abort());
    const lines: string[] = [];
    const env = {
      SWITCHBOARD_API_KEY: shop.key,
      SWITCHBOARD_URL: inject('service').baseUrl,
      SWITCHBOARD_SIMULATOR_URL: inject('simulator').url,
    };
    const print = (line: string) => void lines.push(line);
    const terminal = { env, print, printError: print, signal: ending.signal };
    const execute = (...args: string[]) => run(args, terminal);
    const trigger = (name: string) => run(['trigger', name, '--account', shop.accounts.msgapp], terminal);
    return { execute, trigger, output: () => lines.join('\n'), pressCtrlC: () => ending.abort() };
  };

  it('an event that is forwarded has the body and the headers of a delivery, and the feed is deleted', async () => {
    const [delivered, forwarded] = await Promise.all([startReceiver(), startReceiver()]);
    const { id } = await client.webhooks.create({ url: delivered.url, events: ['message.received'] });
    const { execute, trigger, output, pressCtrlC } = start();
    const listening = execute('listen', '--forward-to', forwarded.url, '--events', 'message.received');
    await expect.poll(output).toContain('Waiting for events');
    expect(await trigger('message.received'), output()).toBe(0);
    await expect.poll(() => [delivered, forwarded].map(({ received }) => received.length)).toEqual([1, 1]);
    const [[first], [second]] = [delivered.received, forwarded.received];
    expect(second?.body).toBe(first?.body);
    const ownHeaders = (headers = {}) => Object.keys(headers).filter((name) => /^(x-|webhook-|content-)/.test(name));
    expect(ownHeaders(second?.headers).toSorted()).toEqual(ownHeaders(first?.headers).toSorted());
    pressCtrlC();
    expect(await listening, output()).toBe(0);
    expect(await client.feeds.list().toArray()).toEqual([]);
    await client.webhooks.delete(id);
  });

  it('a trigger causes the event that it names', async () => {
    // The simulator of the tests sends no receipts.
    const names = eventNames.filter((name) => name !== 'message.status_updated');
    const { id } = await client.feeds.create({ events: names });
    const { trigger, output } = start();
    expect(await Promise.all(names.map(trigger)), output()).toEqual(names.map(() => 0));
    const missing = new Set<string>(names);
    const signal = AbortSignal.timeout(60_000);
    for await (const { event } of client.feeds.follow(id, { signal }))
      if (missing.delete(event) && missing.size === 0) break;
    expect([...missing]).toEqual([]);
    await client.feeds.delete(id);
  });
});
