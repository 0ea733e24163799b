import { ClientRequest, createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { openDownload } from '../../../../functions/platform/outbound/download.ts';
import { sendRequest } from '../../../../functions/platform/outbound/http.ts';
import { continueLine, readBytesMax, startFlood, startServer } from '../../../support/network/floods.ts';

const send = (url: URL) => sendRequest({ method: 'POST', url, body: '{}', timeoutMs: 5_000, bodyBytesMax: 1_000 });

describe('a peer that floods', () => {
  it.each([
    ['informational responses', continueLine, 'TOO_MANY_INFORMATIONAL_RESPONSES'],
    ['bytes before a response', '\r\n', 'RESPONSE_HEAD_TOO_LARGE'],
  ])('a flood of %s ends the request', async (_, text, code) => {
    const failure = { outcome: 'failed', reason: 'connection', code, sent: true, status: undefined };
    expect(await send(await startFlood(text))).toEqual(failure);
  });

  it('floods are parsed no further than one read each, beside a peer that responds', async () => {
    const emitted = vi.spyOn(ClientRequest.prototype, 'emit');
    const floods = await Promise.all(Array.from({ length: 9 }, () => startFlood(continueLine)));
    const good = await startServer(createHttpServer((_, response) => response.end('ok')));
    const [result] = await Promise.all([send(good), ...floods.map(send)]);
    expect(result).toMatchObject({ outcome: 'answered', status: 200 });
    const parsed = emitted.mock.calls.filter(([event]) => event === 'information').length;
    expect(parsed).toBeLessThanOrEqual((9 * readBytesMax) / continueLine.length);
  });
});

describe('a host of files that trickles', () => {
  const open = (url: URL, periodMs = 50) =>
    openDownload({ url, headers: {}, timeoutMs: 60_000, leastRate: { bytes: 10_000, periodMs } });

  it('a host that does not begin its response in time is given up', async () => {
    expect(await open(await startServer(createHttpServer()))).toEqual({ outcome: 'failed', code: 'ETIMEDOUT' });
  });

  it('only a host that sends a few bytes now and then is given up', async () => {
    // The response is there before the first period ends.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const slow = await open(await startServer(createHttpServer((_, response) => void response.write('x'))));
    if (slow.outcome !== 'answered') throw new Error(slow.code);
    const read = expect(slow.body.toArray()).rejects.toThrow();
    vi.advanceTimersByTime(50);
    await read;
    const host = await startServer(createHttpServer((_, response) => response.end('x'.repeat(1_000))));
    const fast = await open(host, 10_000);
    expect(fast.outcome === 'answered' && (await fast.body.toArray()).join('')).toHaveLength(1_000);
  });
});

describe('a flood and a response in one packet', () => {
  it('the response does not count', async () => {
    const packet = `${continueLine.repeat(100)}HTTP/1.1 204 No Content\r\n\r\n`;
    const url = await startServer(createServer((socket) => void socket.once('data', () => socket.write(packet))));
    expect(await send(url)).toMatchObject({ outcome: 'failed', code: 'TOO_MANY_INFORMATIONAL_RESPONSES' });
  });
});

describe('a peer that does not flood', () => {
  it('a response counts after a few informational ones', async () => {
    const url = await startServer(
      createServer((socket) => {
        socket.once('data', () => {
          socket.write(continueLine.repeat(5));
          socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        });
      }),
    );
    expect(await send(url)).toMatchObject({ outcome: 'answered', status: 204 });
  });

  it('the responses on a kept connection may add up to any number of bytes', async () => {
    const connections = vi.fn();
    const server = createHttpServer((_, response) => response.end('x'.repeat(1_000)));
    const url = await startServer(server.on('connection', connections));
    for (let call = 0; call < 150; call += 1) expect(await send(url)).toMatchObject({ status: 200 });
    expect(connections).toHaveBeenCalledOnce();
  });
});
