import { randomBytes } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { secretContexts } from '../../../functions/domain/workspaces/secret-contexts.ts';
import type { PublicEvent } from '../../../functions/model/deliveries/event.ts';
import { encrypt } from '../../../functions/platform/encryption.ts';
import { makeContact } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook, type TestWebhook } from '../../support/deliveries.ts';
import { type ReceivedRequest, respondWith, startReceiver } from '../../support/network/receiver.ts';
import { rotateWebhookSecret, updateStoredWebhook } from '../../support/webhooks.ts';

type Delivery = Pick<ReceivedRequest, 'headers' | 'body'>;

/** Each throws unless the delivery is genuine. */
const libraries: [string, (delivery: Delivery, secret: string) => unknown][] = [
  [
    'stripe',
    ({ headers, body }, secret) => Stripe.webhooks.constructEvent(body, String(headers['x-service-signature']), secret),
  ],
  ['standardwebhooks', ({ headers, body }, secret) => new StandardWebhook(secret).verify(body, toStrings(headers))],
];

const toStrings = (headers: Delivery['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The attempts of the running service to deliver an event over HTTP. All but the last are refused. */
const receiveAttempts = async (attempts: number, change?: (webhook: TestWebhook) => Promise<void>) => {
  const { url, received } = await startReceiver((response, count, request) =>
    respondWith(count < attempts ? 500 : 204)(response, count, request),
  );
  const webhook = await makeWorkspaceWithWebhook(url);
  await change?.(webhook);
  await makeContact(webhook.key, { name: 'Änne 🎉' });
  await expect.poll(() => received.length).toBe(attempts);
  const [first, ...repeats] = received;
  if (!first) throw new Error('At least one delivery was expected.');
  return { secret: webhook.secret, first, repeats };
};

const laterBy = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  onTestFinished(() => void vi.useRealTimers());
};

describe('a library that verifies webhooks', () => {
  it.each(libraries)(
    '%s accepts a delivery and its repeat, which has the same id and a time of its own',
    async (_, verify) => {
      const { secret, first, repeats } = await receiveAttempts(2);
      const [second = first] = repeats;
      expect(() => verify(first, secret)).not.toThrow();
      expect(() => verify(second, secret)).not.toThrow();
      expect(second.body).toBe(first.body);
      expect([first, second].map(({ headers }) => headers['webhook-id'])).toEqual([first.event.id, first.event.id]);
      expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
      expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    },
  );

  it.each(libraries)(
    '%s refuses a delivery with a changed body, for another secret or more than five minutes old',
    async (_, verify) => {
      const { secret, first } = await receiveAttempts(1);
      const { event } = first;
      const forged: PublicEvent = { ...event, data: { ...event.data, name: 'Eve' } };
      expect(() => verify({ ...first, body: JSON.stringify(forged) }, secret)).toThrow(/signature/i);
      expect(() => verify(first, `whsec_${randomBytes(32).toString('base64')}`)).toThrow(/signature/i);
      expect(() => verify(first, secret)).not.toThrow();
      laterBy(305);
      expect(() => verify(first, secret)).toThrow(/timestamp|tolerance|too old/i);
    },
  );

  it.each(libraries)(
    '%s accepts a delivery during the overlap of a rotation with the old and with the new secret',
    async (_, verify) => {
      let rotated = '';
      const { secret, first } = await receiveAttempts(1, async ({ key, id }) => {
        rotated = (await rotateWebhookSecret(key, id, { overlap_hours: 1 })).json.data.secret;
      });
      await verify(first, secret);
      await verify(first, rotated);
      await expect(async () => verify(first, `whsec_${randomBytes(32).toString('base64')}`)).rejects.toThrow(
        /signature/i,
      );
    },
  );

  it.each(libraries)('%s accepts a delivery that an older secret in base64url has signed', async (name, verify) => {
    const key = Buffer.concat([Buffer.from('fbff', 'hex'), randomBytes(30)]);
    const secret = `whsec_${key.toString('base64url')}`;
    const { first } = await receiveAttempts(1, async ({ workspaceId, id }) => {
      const context = secretContexts.webhookSecret(workspaceId, id);
      await updateStoredWebhook(workspaceId, id, { secret: await encrypt(context, secret) });
    });
    const known = name === 'stripe' ? secret : `whsec_${key.toString('base64')}`;
    expect(() => verify(first, known)).not.toThrow();
  });
});
