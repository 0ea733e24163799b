import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { createWebhook, deleteWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { webhooksMax } from '../../../functions/model/webhooks/webhook.ts';
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
import { listWebhooks, makeWebhook, patchWebhook, postWebhook, publicUrl } from '../../support/webhooks.ts';

/** For tests only: names below hooks.test, with the key in certificate.ts and signed by the one there, until 2120. */
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
  await expect.poll(async () => (await find())?.attempts.length).toBeGreaterThan(0);
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

it('each reactivation starts a new generation, and nothing else does', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { id } = await makeWebhook(workspaceId);
  const generations: unknown[] = [];
  for (const changes of [{}, { is_active: false }, { events: input.events }, { url: publicUrl }, { is_active: true }]) {
    await patchWebhook(key, id, changes);
    generations.push((await findWebhook(workspaceId, id))?.generation);
  }
  expect(generations).toEqual([1, 1, 1, 1, 2]);
});
