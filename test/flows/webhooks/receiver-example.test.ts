import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { redeliver } from '../../../functions/domain/deliveries/redeliver.ts';
import { createWebhook, updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook, type TestWebhook } from '../../support/deliveries.ts';
import { type ReceivedRequest, respondWith, startReceiver } from '../../support/network/receiver.ts';
import { rotateWebhookSecret } from '../../support/webhooks.ts';

const program = join(import.meta.dirname, '../../../examples/webhook-receiver.mjs');
const spawnExample = (environment: Record<string, string>) => {
  const child = spawn(process.execPath, [program], { env: { PORT: '0', ...environment } });
  onTestFinished(() => void child.kill());
  return child;
};

/** The example as a customer would run it, and its output. */
const startExample = async (secret: string) => {
  const child = spawnExample({ WEBHOOK_SECRET: secret });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const [first] = await once(reader, 'line');
  reader.on('line', (line) => lines.push(line));
  return { url: `http://127.0.0.1:${/\d+$/.exec(first)}/`, lines };
};

const now = Math.floor(Date.now() / 1000);

const sign = (secret: string, t: number, body: string): string =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;

const postTo =
  (url: string) =>
  async (body: string, signature?: string): Promise<number> => {
    const headers = signature === undefined ? {} : { 'X-Service-Signature': signature };
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };

describe('the example receiver', () => {
  it('the example receiver accepts each event once', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const webhook = await createWebhook(workspaceId, newId(), {
      url: 'http://127.0.0.1:9/',
      events: ['contact.created'],
    });
    const { url, lines } = await startExample(webhook.secret);
    await updateWebhook(workspaceId, webhook.id, { url });
    const { id } = await makeContact(key);
    await expect.poll(() => lines.length).toBe(1);
    const event = JSON.parse(lines[0] ?? '');
    expect(event).toMatchObject({ event: 'contact.created', account_id: workspaceId, data: { contact_id: id } });
    await expect.poll(() => redeliver(workspaceId, webhook.id, event.id).catch(() => undefined)).toBeDefined();
    const next = await makeContact(key);
    await expect.poll(() => lines.length).toBe(2);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ data: { contact_id: next.id } });
  });

  it('the example receiver rejects forged, modified and expired deliveries, and outlives hostile requests', async () => {
    const { url, lines } = await startExample('whsec_good');
    const post = postTo(url);
    expect(await post('{"id":1}', sign('whsec_good', now, '{"id":1}'))).toBe(204);
    expect(await post('{"id":2}', sign('whsec_bad', now, '{"id":2}'))).toBe(400);
    expect(await post('{"id":3}', sign('whsec_good', now, '{"id": 3}'))).toBe(400);
    expect(await post('{"id":4}', sign('whsec_good', now - 301, '{"id":4}'))).toBe(400);
    expect(await post('{"id":5}')).toBe(400);
    expect(await post('{"id":6}', 't=,v1=,,=')).toBe(400);
    expect(await post('{"id":7}', sign('', now, '{"id":7}'))).toBe(400);
    const [t, good = ''] = sign('whsec_good', now, '{"id":8}').split(',');
    const [, bad = ''] = sign('whsec_bad', now, '{"id":8}').split(',');
    expect(await post('{"id":8}', `${t},${bad},${bad}`)).toBe(400);
    expect(await post('{"id":8}', `${t},${bad},${good}`)).toBe(204);
    await expect(post('x'.repeat(8 * 1024 * 1024))).rejects.toThrow();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    await promisify(socket.write).call(socket, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    socket.destroy();
    expect(await post('{"id":9}', `${sign('whsec_good', now, '{"id":9}')},${bad}`)).toBe(204);
    await expect.poll(() => lines).toEqual(['{"id":1}', '{"id":8}', '{"id":9}']);
    const second = spawnExample({ WEBHOOK_SECRET: 'whsec_x', PORT: new URL(url).port });
    const [[code], stderr] = await Promise.all([once(second, 'close'), text(second.stderr)]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/EADDRINUSE.*\. Set PORT to another port.*\.\n$/)]);
  });

  it.each([
    ['no secret', {}],
    ['only the prefix of a secret', { WEBHOOK_SECRET: 'whsec_' }],
  ])('the example receiver says in one sentence that it cannot start with %s', async (_, environment) => {
    const child = spawnExample(environment);
    const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Set WEBHOOK_SECRET to [^.]+\.\n$/);
  });
});

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

describe('a library that verifies webhooks', () => {
  it('each library accepts a delivery and its repeat, which has the same id and a time of its own, and no forged or old one', async () => {
    const { secret, first, repeats } = await receiveAttempts(2);
    const [second = first] = repeats;
    const { event } = first;
    expect(second.body).toBe(first.body);
    expect([first, second].map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']));
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
    const forged = { ...first, body: JSON.stringify({ ...event, data: { ...event.data, name: 'Eve' } }) };
    for (const [name, verify] of libraries) {
      expect(() => verify(first, secret), name).not.toThrow();
      expect(() => verify(second, secret), name).not.toThrow();
      expect(() => verify(forged, secret), name).toThrow(/signature/i);
      expect(() => verify(first, `whsec_${randomBytes(32).toString('base64')}`), name).toThrow(/signature/i);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 305_000 });
    for (const [name, verify] of libraries)
      expect(() => verify(first, secret), name).toThrow(/timestamp|tolerance|too old/i);
  });

  it('each library accepts a delivery during the overlap of a rotation with the old and with the new secret', async () => {
    let rotated = '';
    const { secret, first } = await receiveAttempts(1, async ({ key, id }) => {
      rotated = (await rotateWebhookSecret(key, id, { overlap_hours: 1 })).json.data.secret;
    });
    for (const [name, verify] of libraries)
      for (const valid of [secret, rotated]) expect(() => verify(first, valid), name).not.toThrow();
  });
});
