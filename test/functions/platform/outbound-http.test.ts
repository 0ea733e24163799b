import { EventEmitter, getEventListeners, once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import { type HttpRequest, sendRequest } from '../../../functions/platform/outbound-http.ts';

afterEach(() => vi.restoreAllMocks());

/** Starts a server for one test and says where it is and who connected. */
const start = async (server: Server) => {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?a=b`), sockets };
};

const startHttp = (listener: RequestListener) => start(createHttpServer(listener));

/** A peer that reads the whole request, then does as it is told. */
const startRaw = (act: (socket: Socket) => void) =>
  start(createServer((socket) => socket.once('data', () => act(socket))));

const send = (url: URL, changes: Partial<HttpRequest> = {}) =>
  sendRequest({ method: 'POST', url, body: '{}', timeoutMs: 5_000, bodyBytesMax: 1_000, ...changes });

describe('an answer', () => {
  it('comes with its status, headers and body, to the request as it was asked for', async () => {
    const asked: unknown[] = [];
    const { url } = await startHttp((request, response) => {
      asked.push(request.method, request.url, request.headers['content-length'], request.headers['x-one']);
      request.on('data', (bytes) => asked.push(String(bytes)));
      request.on('end', () => response.writeHead(404, { 'X-Two': '2' }).end('näh'));
    });
    const answer = await send(url, { body: '{"é":1}', headers: { 'X-One': '1' } });
    expect(answer).toMatchObject({ outcome: 'answered', status: 404, truncated: false, headers: { 'x-two': '2' } });
    expect('body' in answer && answer.body.toString()).toBe('näh');
    expect(asked).toEqual(['POST', '/path?a=b', '8', '1', '{"é":1}']);
  });

  it('of a redirect is the redirect itself', async () => {
    const asked: unknown[] = [];
    const { url } = await startHttp((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await send(url, { method: 'GET' })).toMatchObject({ outcome: 'answered', status: 302 });
    expect(asked).toEqual(['/path?a=b']);
  });

  it('is cut where it grows too long, and its connection closed', async () => {
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
    const answer = await send(url, { bodyBytesMax: 12_345 });
    expect(answer).toMatchObject({ outcome: 'answered', status: 200, truncated: true });
    expect('body' in answer && answer.body.length).toBe(12_345);
    await gone;
  });

  it('of exactly the allowed length is whole', async () => {
    const { url } = await startHttp((_, response) => response.end('x'.repeat(1_000)));
    expect(await send(url)).toMatchObject({ outcome: 'answered', truncated: false });
  });

  it('that comes before the request was read to its end counts', async () => {
    const { url } = await startRaw((socket) => socket.write('HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n'));
    expect(await send(url, { body: 'x'.repeat(3_000_000) })).toMatchObject({ outcome: 'answered', status: 413 });
  });
});

describe('nothing was sent', () => {
  it('when nobody listens', async () => {
    const server = createServer();
    const { url } = await start(server);
    server.close();
    const failure = { outcome: 'failed', reason: 'connection', code: 'ECONNREFUSED', sent: false, status: undefined };
    expect(await send(url)).toEqual(failure);
  });

  it('when the name leads nowhere', async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    const result = await send(new URL('https://nowhere.test/'), { lookup });
    expect(result).toMatchObject({ reason: 'connection', code: 'ENOTFOUND', sent: false });
  });

  it('when the time is over while the name is looked up', async () => {
    const result = await send(new URL('https://slow.test/'), { lookup: () => undefined, timeoutMs: 20 });
    expect(result).toMatchObject({ reason: 'timeout', code: 'ETIMEDOUT', sent: false });
  });

  it('when the caller gave up before', async () => {
    const { url, sockets } = await startHttp((_, response) => response.end());
    const result = await send(url, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ reason: 'aborted', code: 'ABORT_ERR', sent: false });
    expect(sockets).toEqual([]);
  });
});

describe('the request may have arrived', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['is reset', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
    ['is closed', (socket) => socket.end(), 'ECONNRESET'],
    ['does not speak HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'HPE_INVALID_CONSTANT'],
  ])('when the connection %s before an answer', async (_, act, code) => {
    const { url } = await startRaw(act);
    const failure = { outcome: 'failed', reason: 'connection', code, sent: true, status: undefined };
    expect(await send(url)).toEqual(failure);
  });

  it('when the connection is lost within the answer, whose status is then known', async () => {
    const { url } = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () => socket.resetAndDestroy());
    });
    expect(await send(url)).toMatchObject({ reason: 'connection', code: 'ECONNRESET', sent: true, status: 200 });
  });

  it('when the time is over before an answer', async () => {
    const { url } = await startRaw(() => undefined);
    expect(await send(url, { timeoutMs: 50 })).toMatchObject({ reason: 'timeout', sent: true, status: undefined });
  });

  it('when the peer changes to another protocol, which nobody asked for', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const { url } = await startRaw((socket) => socket.write(upgrade));
    expect(await send(url, { timeoutMs: 50 })).toMatchObject({ outcome: 'failed', sent: true });
  });

  it('when the answer drips on until the time is over', async () => {
    const { url } = await startHttp((_, response) => {
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await send(url, { timeoutMs: 100 })).toMatchObject({ reason: 'timeout', sent: true, status: 200 });
  });

  it('when the caller gives up while waiting', async () => {
    const giveUp = new AbortController();
    const { url } = await startRaw(() => giveUp.abort());
    expect(await send(url, { signal: giveUp.signal })).toMatchObject({ reason: 'aborted', sent: true });
    expect(getEventListeners(giveUp.signal, 'abort')).toEqual([]);
  });

  it('when a kept connection is reset', async () => {
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
  it('is kept for the next calls', async () => {
    const { url, sockets } = await startHttp((_, response) => response.end('ok'));
    for (let call = 0; call < 10; call += 1) expect(await send(url)).toMatchObject({ status: 200 });
    expect(sockets).toHaveLength(1);
  });

  it('is given up after four idle seconds, even if no timer could run', async () => {
    const { url, sockets } = await startHttp((_, response) => response.end('ok'));
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    await send(url);
    now.mockReturnValue(startMs + 4_000);
    await send(url);
    expect(sockets).toHaveLength(1);
    now.mockReturnValue(startMs + 8_001);
    await send(url);
    expect(sockets).toHaveLength(2);
  });

  it('that the peer closed is not used again', async () => {
    const { url, sockets } = await startHttp((_, response) => response.end('ok'));
    await send(url);
    const [socket] = sockets;
    socket?.end();
    await vi.waitUntil(() => socket?.destroyed);
    expect(await send(url)).toMatchObject({ status: 200 });
    expect(sockets).toHaveLength(2);
  });

  it('goes to the address that the caller has pinned, under the name that was asked for', async () => {
    const { url } = await startHttp((request, response) => response.end(request.headers.host));
    const lookup: LookupFunction = (_, { all }, callback) =>
      all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
    const named = new URL(`http://pinned.test:${url.port}/`);
    const answer = await send(named, { lookup });
    expect('body' in answer && answer.body.toString()).toBe(`pinned.test:${url.port}`);
  });
});
