import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { createWebhook, deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { setMoreEvents } from '../../../functions/domain/workspaces/more-events.ts';
import { getWorkspace, updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { basicEventNames, eventNames, isBasicEvent, webhooksMax } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findWebhook, queryWebhooks } from '../../../functions/table/webhooks/webhooks.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { readLog } from '../../support/deliveries.ts';
import { certificateKey } from '../../support/network/certificate.ts';
import { publicAddress, publicInterface, publishName } from '../../support/network/internet.ts';
import { putAll } from '../../support/segments.ts';
import {
  getWebhook,
  listWebhooks,
  makeWebhook,
  patchWebhook,
  postWebhook,
  publicUrl,
  updateStoredWebhook,
} from '../../support/webhooks.ts';

const badRequest = (message: string) => ({
  status: 400,
  json: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
});

describe('POST /webhooks', () => {
  it('creating a webhook returns its secret, once', async () => {
    const { key } = await makeWorkspace();
    const { status, json } = await postWebhook(key, { url: publicUrl, events: ['message.received'] });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: publicUrl,
      events: ['message.received'],
      is_active: true,
      last_delivery_at: null,
      failure_count: 0,
      created_at: expect.stringMatching(/Z$/),
      provider: 'api',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...webhook } = json.data;
    expect(await getWebhook(key, webhook.id)).toEqual(webhook);
    expect(await listWebhooks(key)).toEqual([webhook]);
    const patched = await patchWebhook(key, webhook.id, { is_active: true });
    expect(patched.json.data).toEqual(webhook);
    expect(patched.text).not.toContain('whsec_');
  });

  it('duplicate events are stored once, in the order given', async () => {
    const { key } = await makeWorkspace();
    const events = ['contact.created', 'message.received', 'contact.created', ...basicEventNames];
    expect((await postWebhook(key, { url: publicUrl, events })).json.data.events).toEqual([...new Set(events)]);
  });

  it('a workspace offers exactly four events, and the others once it has turned on More events', async () => {
    const { key, id } = await makeWorkspace();
    const more = eventNames.filter((name) => !isBasicEvent(name));
    expect(more).toHaveLength(5);
    const refused =
      '"events" can have message.received, message.status_updated, conversation.created, contact.created.';
    for (const name of more)
      expect((await postWebhook(key, { url: publicUrl, events: ['contact.created', name] })).json.error).toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining(refused),
      });
    const { json } = await postWebhook(key, { url: publicUrl, events: basicEventNames });
    expect((await patchWebhook(key, json.data.id, { events: more })).json.error?.message).toContain(refused);
    expect(await listWebhooks(key)).toMatchObject([{ events: basicEventNames }]);
    await setMoreEvents(id, true);
    expect((await patchWebhook(key, json.data.id, { events: more })).json.data.events).toEqual(more);
    expect((await postWebhook(key, { url: publicUrl, events: eventNames })).status).toBe(201);
  });

  it('More events stay on while a webhook uses one, and a webhook from before keeps what it has', async () => {
    const { key, id } = await makeWorkspace();
    const webhook = await makeWebhook(id, publicUrl, ['contact.created', 'contact.deleted']);
    await expect(setMoreEvents(id, false)).rejects.toThrow(`while the webhook ${webhook.id} uses contact.deleted`);
    expect((await getWorkspace(id)).more_events).toBe(true);
    await updateWorkspace(id, { more_events: false });
    const changed = await patchWebhook(key, webhook.id, { events: ['contact.deleted', 'message.received'] });
    expect(changed.json.data.events).toEqual(['contact.deleted', 'message.received']);
    expect((await patchWebhook(key, webhook.id, { events: ['contact.updated'] })).status).toBe(400);
    expect((await setMoreEvents(id, true)).more_events).toBe(true);
    await patchWebhook(key, webhook.id, { events: ['message.received'] });
    expect((await setMoreEvents(id, false)).more_events).toBe(false);
  });

  it.each([
    [
      'an address that is not https',
      { url: 'http://93.184.216.34/hook' },
      '"url" must start with https:// and resolve to a public address, or start with http://127.0.0.1 for this machine.',
    ],
    ['link-local', { url: 'https://169.254.169.254/latest/meta-data' }, 'public address'],
    [
      'an unknown event',
      { events: ['contact.created', 'contact.renamed'] },
      '"events.1" must be one of message.received',
    ],
  ])('creation rejects %s', async (_, fields, message) => {
    const { key } = await makeWorkspace();
    const body = { url: publicUrl, events: ['contact.created'], ...fields };
    expect(await postWebhook(key, body)).toMatchObject(badRequest(message));
    expect(await listWebhooks(key)).toEqual([]);
  });

  it('creation ignores fields that only the service sets', async () => {
    const { key } = await makeWorkspace();
    const body = {
      url: publicUrl,
      events: ['contact.created'],
      provider: 'tool_a',
      secret: 'whsec_mine',
      is_active: false,
    };
    const { json } = await postWebhook(key, body);
    expect(json.data).toMatchObject({ provider: 'api', is_active: true });
    expect(json.data.secret).not.toBe('whsec_mine');
  });
});

it('the list has every webhook, newest first, including those of connected tools, without secrets', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const made = [
    await makeWebhook(workspaceId),
    await connectIntegration(workspaceId, newId(), 'tool_a', { url: publicUrl, events: ['message.received'] }),
    await connectIntegration(workspaceId, newId(), 'tool_b', { url: publicUrl, events: ['contact.created'] }),
  ];
  const { json, text } = await call('GET', '/webhooks?limit=1', { key });
  const providers = ['api', 'tool_a', 'tool_b'];
  const listed = made.map(({ id, url, events, is_active, last_delivery_at, failure_count, created_at }, index) => ({
    ...{ id, url, events, is_active, last_delivery_at, failure_count, created_at },
    provider: providers[index],
  }));
  expect(json).toEqual({ data: listed.toReversed(), meta: { next_cursor: null } });
  expect(text).not.toContain('whsec_');
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(3);
});

describe('PATCH /webhooks/{id}', () => {
  it('an update changes only the fields that are present', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { secret, ...before } = await makeWebhook(workspaceId);
    const url = 'https://8.8.8.8:8443?a=B%20c#d';
    expect((await patchWebhook(key, before.id, { url })).json.data).toEqual({ ...before, url });
    const events = ['message.received', 'contact.created', 'message.received'];
    const after = { ...before, url, events: ['message.received', 'contact.created'], is_active: false };
    expect((await patchWebhook(key, before.id, { events, is_active: false })).json.data).toEqual(after);
    expect(await getWebhook(key, before.id)).toEqual(after);
  });

  it('an empty update changes nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateStoredWebhook(workspaceId, id, { is_active: false, failure_count: 15 });
    const before = await getWebhook(key, id);
    const nulls = { url: null, events: null, is_active: null };
    for (const body of [{}, nulls, { provider: 'tool_b', failure_count: 0 }])
      expect(await patchWebhook(key, id, body)).toMatchObject({ status: 200, json: { data: before } });
  });

  it('is_active true resets the failures of an active webhook; other updates leave them', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateStoredWebhook(workspaceId, id, { failure_count: 7 });
    expect((await patchWebhook(key, id, { events: ['contact.created'] })).json.data.failure_count).toBe(7);
    expect((await patchWebhook(key, id, { is_active: false })).json.data.failure_count).toBe(7);
    await updateStoredWebhook(workspaceId, id, { is_active: true });
    expect((await patchWebhook(key, id, { is_active: true })).json.data.failure_count).toBe(0);
  });

  it('an update rejects a private address and changes nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { secret, ...before } = await makeWebhook(workspaceId);
    const body = { events: ['message.received'], is_active: false, url: 'https://10.1.2.3/' };
    expect(await patchWebhook(key, before.id, body)).toMatchObject(badRequest('public address'));
    expect(await getWebhook(key, before.id)).toEqual(before);
  });
});

it('deletion removes a webhook of the API and of a connected tool', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const tool = await connectIntegration(workspaceId, newId(), 'tool_a', {
    url: publicUrl,
    events: ['contact.created'],
  });
  for (const { id } of [await makeWebhook(workspaceId), tool]) {
    expect(await call('DELETE', `/webhooks/${id}`, { key })).toMatchObject({
      status: 200,
      json: { data: { id, deleted: true } },
    });
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/webhooks/${id}`, { key })).status).toBe(404);
    expect((await patchWebhook(key, id, { is_active: true })).status).toBe(404);
  }
  expect(await listWebhooks(key)).toEqual([]);
});

/** A certificate for tests: names below hooks.test, until 2120, with the key in certificate.ts, signed by the one there. */
const hookCertificate = `-----BEGIN CERTIFICATE-----
MIIBdjCCARugAwIBAgIUG3LWrYPQQktNIxHAN1dqNv8URwQwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMY2hhbm5lbC50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAw
MTAxMDAwMDAwWjAVMRMwEQYDVQQDDApob29rcy50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE7iwv0Zyk9JNE5bLVlVlsum7o+/MgTUnJhFUiXjCciXMQaWg+
SmFN7ZinNtbOHNQhIXMz9Lsq5GNr0gRk9npWmqNFMEMwFwYDVR0RBBAwDoIMKi5o
b29rcy50ZXN0MAkGA1UdEwQCMAAwHQYDVR0OBBYEFNosEPPYqKE8NMjEl3oc6HPR
95chMAoGCCqGSM49BAMCA0kAMEYCIQDb0V+sDfNP1bnYLHPKVryVlhqYaeG0rOT3
ofn75+KNcAIhAPvGpJ7Bqyn1CxtHyZGn/0s3Ld5skXoAdt0TrAzW4XMb
-----END CERTIFICATE-----`;

const newName = (): string => `${newId()}.hooks.test`;

/** An https receiver that counts its connections and requests, and keeps no connection. */
const startTarget = async (address = publicInterface, port = 0) => {
  const seen = { connections: 0, requests: 0 };
  const server = createServer({ key: certificateKey, cert: hookCertificate }, (_, response) => {
    seen.requests += 1;
    response.writeHead(204, { Connection: 'close' }).end();
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  server.listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { seen, port: (server.address() as AddressInfo).port };
};

const makeTargetWebhook = async (url: string) => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { status, json } = await postWebhook(key, { url, events: ['contact.created'] });
  expect(status, JSON.stringify(json)).toBe(201);
  return { workspaceId, key, id: json.data.id };
};

type TargetWebhook = Awaited<ReturnType<typeof makeTargetWebhook>>;

/** Causes an event and returns how its first attempt was recorded. */
const recordAttempt = async ({ workspaceId, key, id }: TargetWebhook) => {
  const contact = await makeContact(key);
  const find = async () => {
    const listed = await readLog(workspaceId, id, { limit: 10 });
    const deliveries = await Promise.all(listed.map(({ event }) => findDelivery(id, event.id)));
    return deliveries.find((delivery) => delivery?.event.data['contact_id'] === contact.id);
  };
  await expect.poll(async () => (await find())?.attempts.length, { interval: 200 }).toBeGreaterThan(0);
  const { status, attempts } = (await find()) ?? {};
  return { status, code: attempts?.[0]?.code };
};

describe('a host name that changes its address', () => {
  it('a webhook whose name leads to this machine, too, by the time of an attempt is not called', async () => {
    const name = newName();
    publishName(name, publicAddress);
    const outside = await startTarget();
    const inside = await startTarget('127.0.0.1', outside.port);
    const webhook = await makeTargetWebhook(`https://${name}:${outside.port}/`);
    expect(await recordAttempt(webhook)).toEqual({ status: 'delivered', code: 204 });
    publishName(name, publicAddress, '127.0.0.1');
    expect(await recordAttempt(webhook)).toEqual({ status: 'failed', code: 'rejected: not_public' });
    expect(inside.seen).toEqual({ connections: 0, requests: 0 });
    expect(outside.seen.requests).toBe(1);
  });

  it('a webhook can be neither created nor changed to a name that leads to this machine', async () => {
    const [good, bad] = [newName(), newName()];
    publishName(good, publicAddress);
    publishName(bad, '127.0.0.1');
    const { key, id } = await makeTargetWebhook(`https://${good}/`);
    const message = '"url" must resolve to a public address, or start with http://127.0.0.1 for this machine.';
    const error = { code: 'bad_request', message };
    const url = `https://${bad}/`;
    expect(await postWebhook(key, { url, events: ['contact.created'] })).toMatchObject({
      status: 400,
      json: { error },
    });
    expect(await patchWebhook(key, id, { url })).toMatchObject({ status: 400, json: { error } });
  });
});

const input = { url: publicUrl, events: ['contact.created' as const] };

const fill = async (workspaceId: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await makeWebhook(workspaceId)).id);
  return ids;
};

const readCount = async (workspaceId: string): Promise<unknown> =>
  (await findItem(keys.webhookCount(workspaceId)))?.['webhooks'];

it('a workspace has at most 50 webhooks, also of concurrent requests, and deleting one makes room for one', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id: first } = await makeWebhook(workspaceId);
  const row = await findItem(keys.webhook(workspaceId, first));
  const copies = Array.from({ length: webhooksMax - 4 }, () => newId());
  await putAll(copies.map((id) => ({ ...row, ...keys.webhook(workspaceId, id), id })));
  await updateIf({ Key: keys.webhookCount(workspaceId), ...assign({ webhooks: webhooksMax - 3 }) });
  const ids = Array.from({ length: 8 }, () => newId());
  const results = await Promise.allSettled(ids.map((id) => createWebhook(workspaceId, id, input)));
  const created = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(created).toHaveLength(3);
  expect(await listWebhooks(key)).toHaveLength(50);
  expect(await readCount(workspaceId)).toBe(webhooksMax);
  // A retry after a crash gets the response of the first attempt, even at the limit.
  const [known] = created;
  expect(await createWebhook(workspaceId, String(known?.id), input)).toEqual(known);
  const refused = { status: 400, json: { error: { code: 'bad_request', message: expect.stringContaining('50') } } };
  expect(await postWebhook(key, input)).toMatchObject(refused);
  await expect(connectIntegration(workspaceId, newId(), 'tool_a', input)).rejects.toThrow('50');
  for (let n = 0; n < 2; n += 1) await call('DELETE', `/webhooks/${first}`, { key });
  expect((await postWebhook(key, input)).status).toBe(201);
  expect(await postWebhook(key, input)).toMatchObject(refused);
});

it('of concurrent deletions of one webhook exactly one succeeds and makes room for one', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const [first = ''] = await fill(workspaceId, 3);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => deleteWebhook(workspaceId, first)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await queryWebhooks(workspaceId)).toHaveLength(2);
  expect(await readCount(workspaceId)).toBe(2);
});

it('an update does not recreate a webhook that was deleted in the meantime', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const [id = ''] = await fill(workspaceId, 1);
  await Promise.all([
    deleteWebhook(workspaceId, id),
    ...Array.from({ length: 5 }, () => patchWebhook(key, id, { url: publicUrl, is_active: true })),
  ]);
  expect(await findWebhook(workspaceId, id)).toBeUndefined();
  expect(await queryWebhooks(workspaceId)).toEqual([]);
});

it('only a reactivation starts a new generation', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id } = await makeWebhook(workspaceId);
  const generations: unknown[] = [];
  for (const changes of [{}, { is_active: false }, { events: input.events }, { url: publicUrl }, { is_active: true }]) {
    await patchWebhook(key, id, changes);
    generations.push((await findWebhook(workspaceId, id))?.generation);
  }
  expect(generations).toEqual([1, 1, 1, 1, 2]);
});
