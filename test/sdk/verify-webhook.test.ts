import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from '../../sdk/src/index.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const event = {
  id: 'e1',
  event: 'contact.created',
  account_id: 'w1',
  occurred_at: '2026-05-04T09:31:15.000Z',
  data: { name: 'Zoë 🎉' },
};
const body = JSON.stringify(event);
const now = () => Math.floor(Date.now() / 1_000);

const signService = (key: string, t = now(), text = body) =>
  `v1=${createHmac('sha256', key).update(`${t}.${text}`).digest('hex')}`;

const serviceHeaders = (key = secret, t = now()) => ({ 'X-Service-Signature': `t=${t},${signService(key, t)}` });

const signStandard = (key: string, t = now()) =>
  `v1,${createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`e1.${t}.${body}`)
    .digest('base64')}`;

const standardHeaders = (key = secret, t = now()) => ({
  'webhook-id': 'e1',
  'webhook-timestamp': String(t),
  'webhook-signature': signStandard(key, t),
});

describe.each<[string, (key?: string, t?: number) => Record<string, string>]>([
  ["the service's header", serviceHeaders],
  ['the Standard Webhooks headers', standardHeaders],
])('%s', (_, sign) => {
  it('a signed event is returned, from text or bytes and any kind of headers', async () => {
    const headers = sign();
    const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const forms: WebhookHeaders[] = [headers, lowerCase, new Headers(headers)];
    for (const form of forms) {
      expect(await verifyWebhook(body, form, secret)).toEqual(event);
      expect(await verifyWebhook(Buffer.from(body), form, secret)).toEqual(event);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a changed body', () => verifyWebhook(body.replace('w1', 'w2'), sign(), secret)],
    ['another secret', () => verifyWebhook(body, sign(other), secret)],
    ['an old signature', () => verifyWebhook(body, sign(secret, now() - 301), secret)],
    ['a signature from the future', () => verifyWebhook(body, sign(secret, now() + 310), secret)],
    ['no signature', () => verifyWebhook(body, {}, secret)],
  ])('%s is refused', (_name, verify) => expect(verify()).rejects.toBeInstanceOf(WebhookVerificationError));

  it('one of several secrets is enough', async () => {
    expect(await verifyWebhook(body, sign(other), [secret, other])).toEqual(event);
  });

  it('an older signature is accepted with a longer tolerance', async () => {
    const headers = sign(secret, now() - 400);
    expect(await verifyWebhook(body, headers, secret, { toleranceSeconds: 600 })).toEqual(event);
  });
});

it('an older secret in the URL-safe alphabet verifies both kinds of headers', async () => {
  const old = 'whsec_-_-_AAAA-_-_AAAA-_-_AAAA-_-_AAAA';
  expect(await verifyWebhook(body, serviceHeaders(old), old)).toEqual(event);
  expect(await verifyWebhook(body, standardHeaders(old), old)).toEqual(event);
});

it.each<[string, unknown, string]>([
  ['an empty secret', '', 'secret is missing'],
  ['an empty list', [], 'secret is missing'],
  ['a bare prefix', 'whsec_', 'is not a secret of a webhook'],
  ['a secret with a line break', `${secret}\n`, 'is not a secret of a webhook'],
  ['a malformed secret beside a good one', [secret, 'null'], 'is not a secret of a webhook'],
])('%s never verifies a request, not even one that is signed with it', async (_, none, fault) => {
  const verify = verifyWebhook as (...args: unknown[]) => Promise<unknown>;
  const error = await verify(body, serviceHeaders(String(none)), none).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain(fault);
  expect(String(error)).not.toContain(secret.trim());
});

it('an unset secret in a list is skipped, so the variable of the old secret may be missing', async () => {
  expect(await verifyWebhook(body, serviceHeaders(), [secret, ''])).toEqual(event);
});

it.each<[string, unknown]>([
  ['a parsed body', event],
  ['no body', undefined],
])('%s is refused with the way to the raw body', async (_, parsed) => {
  const verify = verifyWebhook as (...args: unknown[]) => Promise<unknown>;
  await expect(verify(parsed, serviceHeaders(), secret)).rejects.toThrow(/raw body.*express\.raw/);
});

it('the bytes of a request may be an ArrayBuffer', async () => {
  const bytes = await new Response(body).arrayBuffer();
  expect(await verifyWebhook(bytes, serviceHeaders(), secret)).toEqual(event);
});

it('a signed body that is not JSON is not an event', async () => {
  const headers = { 'x-service-signature': `t=${now()},${signService(secret, now(), 'hello')}` };
  await expect(verifyWebhook('hello', headers, secret)).rejects.toBeInstanceOf(WebhookVerificationError);
});

it.each(['t=x,v1=zz', 't=,v1=', 'v1=00', 'garbage', `t=${'9'.repeat(400)},v1=00`])(
  'the malformed header "%s" is refused',
  async (header) => {
    await expect(verifyWebhook(body, { 'x-service-signature': header }, secret)).rejects.toBeInstanceOf(
      WebhookVerificationError,
    );
  },
);
