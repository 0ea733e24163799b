import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptDelivery } from '../../../functions/domain/deliveries/attempt.ts';
import { checkTarget } from '../../../functions/domain/webhooks/target-guard.ts';
import { secretContexts } from '../../../functions/domain/workspaces/secret-contexts.ts';
import { type Event, toPublicEvent } from '../../../functions/model/deliveries/event.ts';
import { encrypt } from '../../../functions/platform/encryption.ts';
import { newId } from '../../../functions/platform/ids.ts';
import type { StoredWebhook } from '../../../functions/table/webhooks/webhooks.ts';
import { drip, type ReceivedRequest, startReceiver } from '../../support/network/receiver.ts';
import { workspaceId } from '../../support/table/changed-items.ts';

beforeEach(() => void vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', '1'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const webhookId = '0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f';

const webhookAt = async (url: string): Promise<StoredWebhook> => ({
  id: webhookId,
  url,
  events: ['contact.created'],
  is_active: true,
  last_delivery_at: null,
  failure_count: 0,
  created_at: '2026-11-15T12:00:00.000Z',
  provider: 'api',
  secret: await encrypt(secretContexts.webhookSecret(workspaceId, webhookId), 'whsec_test'),
  generation: 1,
  failing_since: null,
});

const event: Event = {
  id: '0199f3a3-1111-7e8f-8b13-1a2b3c4d5e6f',
  name: 'contact.created',
  occurredAt: '2026-11-15T12:00:00.000Z',
  workspaceId,
  data: { contact_id: '0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f', phone: '+4915112345678', name: 'Ána' },
};

const attempt = async (url: string, check?: typeof checkTarget) => attemptDelivery(await webhookAt(url), event, check);

describe('an attempt', () => {
  it('an attempt posts the event as JSON, with the same three headers under both prefixes', async () => {
    const { url, received } = await startReceiver();
    expect((await attempt(url)).record).toMatchObject({ code: 204, answer: '' });
    const { headers = {}, path, body }: Partial<ReceivedRequest> = received[0] ?? {};
    expect(path).toBe('/hook?a=b');
    expect(body).toBe(JSON.stringify(toPublicEvent(event)));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'x-service-event': 'contact.created',
      'x-service-webhook-id': webhookId,
      'x-legacy-event': 'contact.created',
      'x-legacy-webhook-id': webhookId,
    });
    expect(headers['x-legacy-signature']).toBe(headers['x-service-signature']);
  });

  it('an attempt throws when the secret was encrypted for another webhook', async () => {
    const { url, received } = await startReceiver();
    const secret = await encrypt(secretContexts.webhookSecret(newId(), webhookId), 'whsec_test');
    await expect(attemptDelivery({ ...(await webhookAt(url)), secret }, event)).rejects.toThrow('another context');
    expect(received).toEqual([]);
  });

  it('an attempt records 1 KB of a failed response and less of a successful one', async () => {
    const bad = await startReceiver((response) => response.writeHead(500).end('x'.repeat(5_000)));
    const good = await startReceiver((response) => response.writeHead(200).end('x'.repeat(5_000)));
    expect((await attempt(bad.url)).record.answer).toHaveLength(1_024);
    expect((await attempt(good.url)).record.answer).toHaveLength(100);
  });

  it('an attempt does not decompress a response', async () => {
    const { url } = await startReceiver((response) =>
      response.writeHead(500, { 'Content-Encoding': 'gzip' }).end('no gzip at all'),
    );
    expect((await attempt(url)).record).toMatchObject({ code: 500, answer: 'no gzip at all' });
  });
});

it('an attempt times out after five seconds, the DNS lookup included, even while the response trickles in', async () => {
  const { url } = await startReceiver(drip);
  const now = performance.now.bind(performance);
  const slowly: typeof checkTarget = (text) => {
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 4_500);
    return checkTarget(text);
  };
  const { record } = await attempt(url, slowly);
  expect(record.code).toBe('timeout');
  expect(record.duration_ms).toBeGreaterThanOrEqual(4_900);
  expect(record.duration_ms).toBeLessThan(4_500 + 5_000);
});

describe('an unreachable receiver', () => {
  it("an attempt records Node's error code when the receiver is unreachable", async () => {
    expect((await attempt('http://127.0.0.1:2/')).record).toMatchObject({ code: 'ECONNREFUSED', answer: '' });
  });
});
