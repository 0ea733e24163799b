import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pinnedLookup, resolveName } from '../../../../functions/platform/outbound/dns.ts';
import { sendRequest } from '../../../../functions/platform/outbound/http.ts';
import { startServer } from '../../../support/network/floods.ts';
import { type NameAnswers, startNameServer } from '../../../support/network/name-server.ts';

const resolveWith = async (answers: NameAnswers, name = 'hooks.example', timeoutMs = 10_000, tryMs = 300) => {
  const { resolver, stop } = await startNameServer(answers, tryMs);
  onTestFinished(() => void stop());
  return resolveName(name, timeoutMs, resolver);
};

const v6 = [0x20, 0x01, 0x48, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

describe('resolveName', () => {
  it('a name resolves to all its addresses of both families', async () => {
    const answers = {
      A: [
        [8, 8, 8, 8],
        [10, 0, 0, 1],
      ],
      AAAA: [v6],
    };
    expect(await resolveWith((_, kind) => answers[kind])).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
      { address: '2001:4860::1', family: 6 },
    ]);
  });

  it('a name resolves to one family when the other has no address or fails', async () => {
    const only = [{ address: '8.8.8.8', family: 4 }];
    expect(await resolveWith((_, kind) => (kind === 'A' ? [[8, 8, 8, 8]] : []))).toEqual(only);
    expect(await resolveWith((_, kind) => (kind === 'A' ? [[8, 8, 8, 8]] : 'failure'))).toEqual(only);
    expect(await resolveWith((_, kind) => (kind === 'A' ? 'failure' : [v6]))).toHaveLength(1);
  });

  it('a name has no addresses when its servers fail or never respond', async () => {
    expect(await resolveWith(() => 'failure')).toEqual([]);
    expect(await resolveWith(() => 'silence')).toEqual([]);
  });

  it('a name has no addresses when the timeout ends before the resolver gives up', async () => {
    expect(await resolveWith(() => 'silence', 'hooks.example', 1, 60_000)).toEqual([]);
  });

  it('names of the hosts file do not resolve', async () => {
    const queried: string[] = [];
    const answers: NameAnswers = (name) => {
      queried.push(name);
      return [];
    };
    expect(await resolveWith(answers, 'localhost')).toEqual([]);
    expect(await resolveWith(answers, 'intranet')).toEqual([]);
    expect(new Set(queried)).toEqual(new Set(['localhost', 'intranet']));
  });
});

describe('a pinned connection', () => {
  it('a pinned connection goes to its address and keeps the host name in the request', async () => {
    const { port } = await startServer(createServer((request, response) => response.end(request.headers.host)));
    const result = await sendRequest({
      method: 'GET',
      url: new URL(`http://hooks.invalid:${port}/`),
      timeoutMs: 5_000,
      bodyBytesMax: 100,
      lookup: pinnedLookup([{ address: '127.0.0.1', family: 4 }]),
    });
    expect(result).toMatchObject({ outcome: 'answered', status: 200 });
    expect(result.outcome === 'answered' && result.body.toString()).toBe(`hooks.invalid:${port}`);
  });

  it('a pinned lookup supports one and all addresses', () => {
    const addresses = [
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
    ] as const;
    const answers: unknown[] = [];
    const note = (...answer: unknown[]) => answers.push(answer);
    pinnedLookup(addresses)('any.name', { all: true }, note);
    pinnedLookup(addresses)('any.name', {}, note);
    expect(answers).toEqual([
      [null, addresses],
      [null, '8.8.8.8', 4],
    ]);
  });

  it('a pinned lookup without an address fails and makes no DNS query', async () => {
    const url = new URL('http://localhost:1/');
    expect(
      await sendRequest({ method: 'GET', url, timeoutMs: 5_000, bodyBytesMax: 1, lookup: pinnedLookup([]) }),
    ).toMatchObject({ outcome: 'failed', reason: 'connection', code: 'ENOTFOUND', sent: false });
  });
});
