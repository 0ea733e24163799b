import { createHmac } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { isoTime } from '../../../functions/platform/clock.ts';
import { removeExpiredSecret } from '../../../functions/table/webhooks/secrets.ts';
import { verifyWebhook } from '../../../sdk/src/index.ts';
import { makeContact } from '../../support/contacts.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook, type TestWebhook } from '../../support/deliveries.ts';
import { type ReceivedRequest, startReceiver } from '../../support/network/receiver.ts';
import { patchWebhook, rotateWebhookSecret, updateStoredWebhook } from '../../support/webhooks.ts';

const hourMs = 60 * 60 * 1000;

let webhook: TestWebhook;
let received: ReceivedRequest[];

beforeEach(async () => {
  const receiver = await startReceiver();
  received = receiver.received;
  webhook = await makeWorkspaceWithWebhook(receiver.url);
});

const rotate = async (body: object = {}, headers: Record<string, string> = {}) =>
  (await rotateWebhookSecret(webhook.key, webhook.id, body, headers)).json.data;

/** The next delivery of the running service. */
const receiveDelivery = async (): Promise<ReceivedRequest> => {
  const before = received.length;
  await makeContact(webhook.key, { name: 'Änne' });
  await expect.poll(() => received.length).toBe(before + 1);
  const delivery = received[before];
  if (!delivery) throw new Error('A delivery was expected.');
  return delivery;
};

/** Computed here, not by the code under test. */
const expectSignatures = ({ headers, body }: ReceivedRequest, secrets: string[]): void => {
  const time = String(headers['webhook-timestamp']);
  const timed = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${time}.${body}`).digest('base64')}`;
  });
  expect(headers['x-service-signature']).toBe([`t=${time}`, ...timed].join(','));
  expect(headers['x-legacy-signature']).toBe(headers['x-service-signature']);
  expect(headers['webhook-signature']).toBe(standard.join(' '));
};

const endOverlap = (): Promise<void> =>
  updateStoredWebhook(webhook.workspaceId, webhook.id, { previous_secret_expires_at: isoTime(Date.now() - 1) });

it('for a day after a rotation, our client accepts a delivery with either secret', async () => {
  const startedMs = Date.now();
  const { id, secret, previous_secret_expires_at } = await rotate();
  expect({ id, secret }).toEqual({ id: webhook.id, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
  const expiresMs = Date.parse(previous_secret_expires_at ?? '');
  expect(expiresMs).toBeGreaterThanOrEqual(startedMs + 24 * hourMs);
  expect(expiresMs).toBeLessThanOrEqual(Date.now() + 24 * hourMs);
  const delivery = await receiveDelivery();
  expectSignatures(delivery, [secret, webhook.secret]);
  const { headers, body, event } = delivery;
  const { 'webhook-signature': _, ...serviceHeaders } = headers;
  for (const sent of [headers, serviceHeaders])
    for (const valid of [secret, webhook.secret]) expect(await verifyWebhook(body, sent, valid)).toEqual(event);
});

it('the first delivery after the overlap removes the old secret instead of signing with it', async () => {
  const { secret } = await rotate({ overlap_hours: 1 });
  await endOverlap();
  expectSignatures(await receiveDelivery(), [secret]);
  await expect.poll(() => getStoredWebhook(webhook)).not.toHaveProperty('previous_secret');
  expect(await getStoredWebhook(webhook)).not.toHaveProperty('previous_secret_expires_at');
});

it('a change of the webhook removes the old secret only once its overlap is over', async () => {
  await rotate({ overlap_hours: 1 });
  await patchWebhook(webhook.key, webhook.id, { events: ['contact.created'] });
  expect(await getStoredWebhook(webhook)).toHaveProperty('previous_secret');
  await endOverlap();
  await patchWebhook(webhook.key, webhook.id, { events: ['contact.created'] });
  expect(await getStoredWebhook(webhook)).not.toHaveProperty('previous_secret');
});

it('a late removal does not take the old secret of a newer rotation', async () => {
  await rotate({ overlap_hours: 1 });
  await removeExpiredSecret(webhook.workspaceId, webhook.id, isoTime(Date.now()));
  expect(await getStoredWebhook(webhook)).toHaveProperty('previous_secret');
});

it('without an overlap, only the new secret signs', async () => {
  await rotate({ overlap_hours: 1 });
  const { secret, previous_secret_expires_at } = await rotate({ overlap_hours: 0 });
  expect(previous_secret_expires_at).toBeNull();
  expectSignatures(await receiveDelivery(), [secret]);
  expect(await getStoredWebhook(webhook)).not.toHaveProperty('previous_secret');
});

it('a second rotation within the overlap leaves the newest two secrets', async () => {
  const { secret: second } = await rotate();
  const { secret: third } = await rotate();
  expectSignatures(await receiveDelivery(), [third, second]);
});

it('an overlap of 25 hours is rejected', async () => {
  expect(await rotateWebhookSecret(webhook.key, webhook.id, { overlap_hours: 25 })).toMatchObject({
    status: 400,
    json: { error: { code: 'bad_request', message: '"overlap_hours" must be a whole number from 0 to 24.' } },
  });
});
