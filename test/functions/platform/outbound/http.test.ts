import { EventEmitter, once } from 'node:events';
import { ClientRequest, createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { clock } from '../../../../functions/platform/clock.ts';
import { type HttpRequest, sendRequest } from '../../../../functions/platform/outbound/http.ts';
import { startServer } from '../../../support/network/floods.ts';

/** `sockets` are the connections that the server accepted. */
const start = async (server: Server) => {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  return { url: new URL('/path?a=b', await startServer(server)), sockets };
};

const startHttp = (listener: RequestListener) => start(createHttpServer(listener));

const startRaw = (act: (socket: Socket) => void) =>
  start(createServer((socket) => socket.once('data', () => act(socket))));

const send = (url: URL, changes: Partial<HttpRequest> = {}) =>
  sendRequest({ method: 'POST', url, body: '{}', timeoutMs: 5_000, bodyBytesMax: 1_000, ...changes });

/** From now on the time passes only with `passTime`, however long anything takes. */
const holdTime = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const passTime = () => void vi.advanceTimersByTime(5_000);

describe('a response', () => {
  it('has the status, headers and body that the peer sent for this request', async () => {
    const received: unknown[] = [];
    const { url } = await startHttp((request, response) => {
      received.push(request.method, request.url, request.headers['content-length'], request.headers['x-one']);
      request.on('data', (bytes) => received.push(String(bytes)));
      request.on('end', () => response.writeHead(404, { 'X-Two': '2' }).end('näh'));
    });
    const response = await send(url, { body: '{"é":1}', headers: { 'X-One': '1' } });
    expect(response).toMatchObject({ outcome: 'answered', status: 404, headers: { 'x-two': '2' } });
    expect('body' in response && response.body.toString()).toBe('näh');
    expect(received).toEqual(['POST', '/path?a=b', '8', '1', '{"é":1}']);
  });

  it('is the redirect itself when the peer redirects', async () => {
    const received: unknown[] = [];
    const { url } = await startHttp((request, response) => {
      received.push(request.url);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await send(url, { method: 'GET' })).toMatchObject({ outcome: 'answered', status: 302 });
    expect(received).toEqual(['/path?a=b']);
  });

  it('is cut off beyond bodyBytesMax together with its connection', async () => {
    const closed = new EventEmitter();
    const { url } = await startHttp((_, response) => {
      response.socket?.on('close', () => closed.emit('closed'));
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', write);
      write();
    });
    const gone = once(closed, 'closed');
    const response = await send(url, { bodyBytesMax: 12_345 });
    expect(response).toMatchObject({ outcome: 'answered', status: 200 });
    expect('body' in response && response.body.length).toBe(12_345);
    await gone;
  });

  it('is complete when it has exactly bodyBytesMax bytes', async () => {
    const { url } = await startHttp((_, response) => response.end('x'.repeat(1_000)));
    const response = await send(url);
    expect('body' in response && response.body.length).toBe(1_000);
  });

  it('counts even if it comes before the peer has read the whole request', async () => {
    const { url } = await startRaw((socket) => socket.write('HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n'));
    expect(await send(url, { body: 'x'.repeat(3_000_000) })).toMatchObject({ outcome: 'answered', status: 413 });
  });
});

describe('a request that was not sent', () => {
  it('is reported as unsent when the connection is refused', async () => {
    const failure = { outcome: 'failed', reason: 'connection', code: 'ECONNREFUSED', sent: false, status: undefined };
    expect(await send(new URL('http://127.0.0.1:2/'))).toEqual(failure);
  });

  it('is reported as unsent when the host name does not resolve', async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    const result = await send(new URL('https://nowhere.test/'), { lookup });
    expect(result).toMatchObject({ reason: 'connection', code: 'ENOTFOUND', sent: false });
  });

  it('is reported as unsent when it times out during the DNS lookup', async () => {
    const result = await send(new URL('https://slow.test/'), { lookup: () => undefined, timeoutMs: 20 });
    expect(result).toMatchObject({ reason: 'timeout', code: 'ETIMEDOUT', sent: false });
  });
});

describe('a request that may have arrived', () => {
  const half = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf';
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  it.each<[string, (socket: Socket) => void, object]>([
    ['resets the connection', (socket) => socket.resetAndDestroy(), { code: 'ECONNRESET' }],
    ['closes the connection', (socket) => socket.end(), { code: 'ECONNRESET' }],
    ['does not speak HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), { code: 'HPE_INVALID_CONSTANT' }],
    [
      'resets the connection within its response',
      (socket) => socket.write(half, () => socket.resetAndDestroy()),
      { code: 'ECONNRESET', status: 200 },
    ],
    ['does not respond in time', () => passTime(), { reason: 'timeout', code: 'ETIMEDOUT' }],
    [
      'upgrades to another protocol',
      (socket) => socket.on('close', passTime).write(upgrade),
      { reason: expect.anything(), code: expect.anything() },
    ],
  ])('is reported as sent when the peer %s', async (_, act, failure) => {
    holdTime();
    const { url } = await startRaw(act);
    const expected = { outcome: 'failed', reason: 'connection', sent: true, status: undefined, ...failure };
    expect(await send(url)).toEqual(expected);
  });

  it('is reported with its status when a slow response outlasts the timeout', async () => {
    holdTime();
    const events = vi.spyOn(ClientRequest.prototype, 'emit');
    const { url } = await startHttp((_, response) => void response.write('.'));
    const result = send(url);
    await expect.poll(() => events.mock.calls.map(([event]) => event)).toContain('response');
    passTime();
    expect(await result).toMatchObject({ reason: 'timeout', sent: true, status: 200 });
  });

  it('is reported as sent when a kept connection is reset', async () => {
    const { url } = await start(
      createServer((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
          socket.once('data', () => socket.resetAndDestroy());
        });
      }),
    );
    expect(await send(url)).toMatchObject({ outcome: 'answered' });
    expect(await send(url)).toMatchObject({ reason: 'connection', sent: true });
  });
});

describe('a connection', () => {
  /** Sends one request at each of these times. */
  const countConnections = async (...timesMs: number[]): Promise<number> => {
    const { url, sockets } = await startHttp((_, response) => response.end('ok'));
    const startMs = Date.now();
    for (const timeMs of timesMs) {
      vi.spyOn(clock, 'now').mockReturnValue(startMs + timeMs);
      await send(url);
    }
    return sockets.length;
  };

  it('is closed after four idle seconds, even if no timer could run', async () => {
    expect(await countConnections(0, 4_000)).toBe(1);
    expect(await countConnections(0, 4_000, 8_001)).toBe(2);
  });

  it('is closed if the clock was set back, because its age is then unknown', async () => {
    expect(await countConnections(0, -60_000)).toBe(2);
  });

  it('is not used again after the peer closed it', async () => {
    const { url, sockets } = await startHttp((_, response) => response.end('ok'));
    await send(url);
    const [socket] = sockets;
    socket?.end();
    await vi.waitUntil(() => socket?.destroyed);
    expect(await send(url)).toMatchObject({ status: 200 });
    expect(sockets).toHaveLength(2);
  });
});
