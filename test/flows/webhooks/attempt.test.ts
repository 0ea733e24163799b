import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { attemptDelivery } from '../../../functions/domain/deliveries/attempt.ts';
import { checkTarget } from '../../../functions/domain/webhooks/target-guard.ts';
import { secretContexts } from '../../../functions/domain/workspaces/secret-contexts.ts';
import { type Event, toPublicEvent } from '../../../functions/model/deliveries/event.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { encrypt } from '../../../functions/platform/encryption.ts';
import { newId } from '../../../functions/platform/ids.ts';
import type { Address } from '../../../functions/platform/outbound/dns.ts';
import type { StoredWebhook } from '../../../functions/table/webhooks/webhooks.ts';
import { certificate, certificateKey, certificateName } from '../../support/network/certificate.ts';
import { drip, type ReceivedRequest, respondWith, startReceiver } from '../../support/network/receiver.ts';
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

  it('an attempt signs its time and the bytes that it sends', async () => {
    const { url, received } = await startReceiver();
    vi.spyOn(clock, 'now').mockReturnValue(1_800_000_000_999);
    await attempt(url);
    const hex = createHmac('sha256', 'whsec_test').update(`1800000000.${received[0]?.body}`).digest('hex');
    expect(received[0]?.headers['x-service-signature']).toBe(`t=1800000000,v1=${hex}`);
  });

  it('an attempt throws when the secret was encrypted for another webhook', async () => {
    const { url, received } = await startReceiver();
    const secret = await encrypt(secretContexts.webhookSecret(newId(), webhookId), 'whsec_test');
    await expect(attemptDelivery({ ...(await webhookAt(url)), secret }, event)).rejects.toThrow('another context');
    expect(received).toEqual([]);
  });

  it('an attempt records its start, its result and its duration', async () => {
    const { url } = await startReceiver((response) => response.writeHead(500).end('oh no'));
    const startedMs = Date.now();
    const { record } = await attempt(url);
    expect(record).toEqual({ at: expect.any(String), code: 500, duration_ms: expect.any(Number), answer: 'oh no' });
    expect(record.at >= isoTime(startedMs)).toBe(true);
  });

  it.each([301, 302, 307, 308])('an attempt does not follow a redirect: %i', async (status) => {
    const target = await startReceiver();
    const { url, received } = await startReceiver(respondWith(status, { Location: target.url }));
    expect((await attempt(url)).record.code).toBe(status);
    expect(received).toHaveLength(1);
    expect(target.received).toEqual([]);
  });

  it('an attempt records 1 KB of a failed response and less of a successful one', async () => {
    const bad = await startReceiver((response) => response.writeHead(500).end('x'.repeat(5_000)));
    const good = await startReceiver((response) => response.writeHead(200).end('x'.repeat(5_000)));
    expect((await attempt(bad.url)).record.answer).toHaveLength(1_024);
    expect((await attempt(good.url)).record.answer).toHaveLength(100);
  });

  it('an attempt stops reading a response that never ends', async () => {
    let written = 0;
    const { url } = await startReceiver((response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536;
      };
      response.on('drain', write);
      write();
    });
    expect((await attempt(url)).record.code).toBe(200);
    expect(written).toBeLessThan(16 * 1024 * 1024);
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
  const slowly: typeof checkTarget = async (text) => {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return checkTarget(text);
  };
  const { record } = await attempt(url, slowly);
  expect(record.code).toBe('timeout');
  expect(record.duration_ms).toBeGreaterThanOrEqual(4_900);
  expect(record.duration_ms).toBeLessThan(3_000 + 5_000);
});

describe('an unreachable receiver', () => {
  it("an attempt records Node's error code when the receiver is unreachable", async () => {
    const { url, server } = await startReceiver();
    server.close();
    server.closeAllConnections();
    expect((await attempt(url)).record).toMatchObject({ code: 'ECONNREFUSED', answer: '' });
  });

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'https://10.0.0.1/'])(
    'a private address is not called: %s',
    async (url) => {
      expect(await attempt(url)).toMatchObject({
        result: { outcome: 'rejected', reason: 'not_public' },
        record: { code: 'rejected: not_public' },
      });
    },
  );
});

describe('the connection', () => {
  /** A server on an address of this machine. */
  const listen = async (server: HttpServer, address: string, port = 0): Promise<number> => {
    server.listen(port, address);
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return (server.address() as AddressInfo).port;
  };

  const trustCertificate = () => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, certificate]);
    onTestFinished(() => setDefaultCACertificates(before));
  };

  const publicAddress = '93.184.216.34';

  /** The guard with a fake resolver; 127.0.0.2 stands for the public address, which is out of reach here. */
  const guardWith = (answers: Address[][]): typeof checkTarget => {
    return async (text) => {
      const target = await checkTarget(text, { resolve: async () => answers.shift() ?? [] });
      return 'rejected' in target ? target : { ...target, addresses: [{ address: '127.0.0.2', family: 4 }] };
    };
  };

  it('an attempt connects to the address that was checked, even if the host name resolves to a private one by then', async () => {
    trustCertificate();
    const outside: unknown[] = [];
    const inside: unknown[] = [];
    const serve = (seen: unknown[]) =>
      createTlsServer({ key: certificateKey, cert: certificate }, (request, response) => {
        seen.push([request.headers.host, (request.socket as TLSSocket & { servername: string }).servername]);
        response.writeHead(204, { Connection: 'close' }).end();
      });
    const port = await listen(serve(outside), '127.0.0.2');
    await listen(serve(inside), '127.0.0.1', port);
    const guard = guardWith([[{ address: publicAddress, family: 4 }], [{ address: '127.0.0.1', family: 4 }]]);
    const url = `https://${certificateName}:${port}/`;
    expect((await attempt(url, guard)).record.code).toBe(204);
    expect((await attempt(url, guard)).record.code).toBe('rejected: not_public');
    expect(outside).toEqual([[`${certificateName}:${port}`, certificateName]]);
    expect(inside).toEqual([]);
  });

  it('an attempt makes no connection when one of several addresses is not public', async () => {
    const seen: unknown[] = [];
    const port = await listen(
      createServer(() => seen.push(1)),
      '127.0.0.2',
    );
    const guard = guardWith([
      [
        { address: publicAddress, family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    ]);
    expect((await attempt(`https://${certificateName}:${port}/`, guard)).record.code).toBe('rejected: not_public');
    expect(seen).toEqual([]);
  });

  it('an attempt makes no connection while the host name does not resolve, and is retryable', async () => {
    const { result } = await attempt(`https://${certificateName}/`, guardWith([[]]));
    expect(result).toEqual({ outcome: 'rejected', reason: 'unresolved' });
  });
});
