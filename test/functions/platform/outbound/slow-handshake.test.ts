import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type LookupFunction, Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Address, ipv4FirstLookup, pinnedLookup } from '../../../../functions/platform/outbound/dns.ts';
import { sendRequest } from '../../../../functions/platform/outbound/http.ts';

const v4: Address = { address: '127.0.0.1', family: 4 };
const refusing: Address = { address: '127.0.0.2', family: 4 };
const v6: Address = { address: '::1', family: 6 };

const serverCode = `
  const server = require('node:http').createServer((_, response) => response.end('ok'));
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port));
`;

/**
 * A server that is stopped while its accept queue is full, so the kernel drops the next SYN. `resume` lets it accept
 * again; the handshake then completes with the second SYN, which the kernel sends after one second.
 */
const startStoppedServer = async () => {
  const child = spawn(process.execPath, ['-e', serverCode], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const port = Number(line);
  child.kill('SIGSTOP');
  for (let queued = 0; queued < 2; queued += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  return { port, resume: () => void child.kill('SIGCONT') };
};

const send = (url: string, lookup?: LookupFunction) =>
  sendRequest({
    method: 'GET',
    url: new URL(url),
    timeoutMs: 5_000.5,
    bodyBytesMax: 100,
    ...(lookup ? { lookup } : {}),
  });

it('a slow handshake is not given up for another address of the host, of either family', async () => {
  const reach = async (other: Address) => {
    const { port, resume } = await startStoppedServer();
    const pinned = pinnedLookup([v4, other]);
    const lookup: LookupFunction = (name, options, callback) => {
      pinned(name, options, callback);
      setImmediate(resume);
    };
    const result = await send(`http://far.test:${port}/`, lookup);
    expect(result, other.address).toMatchObject({ outcome: 'answered', status: 200 });
  };
  await Promise.all([reach(v6), reach(refusing)]);
});

describe('a connection', () => {
  /** The options with which the socket of a request connects. */
  const captureConnectOptions = async (url: string) => {
    const connecting = vi.spyOn(Socket.prototype, 'connect');
    await send(url);
    return connecting.mock.calls.flat(2)[0] as unknown as {
      autoSelectFamilyAttemptTimeout: number;
      lookup: LookupFunction;
    };
  };

  it.each(['http', 'https'])('a connection over %s may use the whole time limit for one address', async (protocol) => {
    const { autoSelectFamilyAttemptTimeout } = await captureConnectOptions(`${protocol}://localhost:1/`);
    expect(autoSelectFamilyAttemptTimeout).toBe(5_001);
  });

  it('a connection falls back to the next address when the first one refuses', async () => {
    const { port, resume } = await startStoppedServer();
    resume();
    const lookup = pinnedLookup([refusing, v4]);
    expect(await send(`http://two.test:${port}/`, lookup)).toMatchObject({ outcome: 'answered' });
  });

  it('a connection without pinned addresses goes to the IPv4 addresses of the name', async () => {
    const { lookup } = await captureConnectOptions('http://localhost:1/');
    const found = await new Promise((resolve) =>
      lookup('localhost', { all: true }, (_, addresses) => resolve(addresses)),
    );
    expect(found).toEqual([v4]);
  });
});

describe('the addresses of a name', () => {
  const find = (addresses: Address[], all: boolean, error: Error | null = null): Promise<unknown[]> =>
    new Promise((resolve) =>
      ipv4FirstLookup((_, __, callback) => callback(error, addresses))('any.test', { all }, (...found) =>
        resolve(found),
      ),
    );

  it('IPv6 addresses are left out when the name has an IPv4 address', async () => {
    expect(await find([v6, v4, refusing], true)).toEqual([null, [v4, refusing]]);
    expect(await find([v6, v4], false)).toEqual([null, v4.address, 4]);
  });

  it('IPv6 addresses are used when the name has no other', async () => {
    expect(await find([v6], true)).toEqual([null, [v6]]);
  });

  it('a name that does not resolve fails with the error of the lookup', async () => {
    const error = new Error('not found');
    expect((await find([], true, error))[0]).toBe(error);
  });
});
