import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkTarget, requireTarget } from '../../../../functions/domain/webhooks/target-guard.ts';

const check = (url: string, ...addresses: string[]) =>
  checkTarget(url, {
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });

beforeEach(() => {
  vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', '');
});

/** These tests check every spelling of an address. public-address.test.ts tests which addresses are public. */
describe('a target', () => {
  it('an allowed target has exactly the addresses that were checked', async () => {
    expect(await check('https://hooks.example:8443/a?b#c', '8.8.8.8', '2001:4860::1')).toEqual({
      url: new URL('https://hooks.example:8443/a?b#c'),
      addresses: [
        { address: '8.8.8.8', family: 4 },
        { address: '2001:4860::1', family: 6 },
      ],
    });
  });

  it('a target whose host is a public address is allowed without a lookup', async () => {
    const resolve = vi.fn();
    for (const [url, address, family] of [
      ['https://93.184.216.34/hook', '93.184.216.34', 4],
      ['https://[2001:4860:4860::8888]/hook', '2001:4860:4860::8888', 6],
    ] as const)
      expect(await checkTarget(url, { resolve })).toEqual({ url: new URL(url), addresses: [{ address, family }] });
    expect(resolve).not.toHaveBeenCalled();
  });

  it.each([
    ['malformed', 'hooks.example/hook'],
    ['not_https', 'http://8.8.8.8/'],
    ['not_https', 'javascript:alert(1)'],
    ['userinfo', 'https://user@8.8.8.8/'],
    ['userinfo', 'https://:password@8.8.8.8/'],
    ['userinfo', 'https://8.8.8.8@10.0.0.1/'],
  ])('a target is rejected as %s: %s', async (rejected, url) => {
    expect(await check(url, '8.8.8.8')).toEqual({ rejected });
  });

  it.each([
    ['loopback', 'https://127.0.0.1/'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback in circled digits', 'https://①②⑦.⓪.⓪.①/'],
    ['loopback with a trailing dot', 'https://127.0.0.1./'],
    ['metadata', 'https://169.254.169.254/latest/meta-data/'],
    ['IPv6 loopback in brackets', 'https://[::1]/'],
    ['IPv4-mapped public', 'https://[::ffff:8.8.8.8]/'],
  ])('a target whose host is an address in any spelling is rejected: %s', async (_, url) => {
    const resolve = vi.fn();
    expect(await checkTarget(url, { resolve })).toEqual({ rejected: 'not_public' });
    expect(resolve).not.toHaveBeenCalled();
  });

  it.each([
    ['a private address after public ones', ['8.8.8.8', '2001:4860::1', '192.168.0.1']],
    ['a private address before public ones', ['127.0.0.1', '8.8.8.8']],
  ])('a target whose name resolves to %s is rejected', async (_, addresses) => {
    expect(await check('https://hooks.example/', ...addresses)).toEqual({ rejected: 'not_public' });
  });

  it('a target whose name does not resolve is rejected as unresolved', async () => {
    expect(await check('https://hooks.example/')).toEqual({ rejected: 'unresolved' });
  });

  it('a target is looked up by its ASCII host name, within the timeout', async () => {
    const resolve = vi.fn(async () => []);
    await checkTarget('https://BÜCHER.example./hook', { resolve, timeoutMs: 7 });
    await checkTarget('https://localhost./', { resolve, timeoutMs: 7 });
    expect(resolve.mock.calls).toEqual([
      ['xn--bcher-kva.example.', 7],
      ['localhost.', 7],
    ]);
  });

  it.each(['localhost', 'localhost.', 'printer.local'])(
    'on this machine or network alone is rejected with the real resolver: %s',
    async (host) => expect(await checkTarget(`https://${host}/`)).toHaveProperty('rejected'),
  );
});

it.each([
  ['on a deployed service says what the url must be, and names no switch', undefined, '.'],
  [
    'on a local service that refuses its own machine names the switch',
    '0',
    '; ALLOW_LOCAL_WEBHOOKS=0 switches off http://127.0.0.1, start the service without it.',
  ],
  ['on a local service names the url that it accepts', '1', ', or start with http://127.0.0.1 for this machine.'],
])('the message for a url that is refused %s', async (_, value, end) => {
  vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', value);
  const message = (start: string) => ({ message: `"url" must ${start}resolve to a public address${end}` });
  await expect(requireTarget('http://127.0.0.2/hook')).rejects.toMatchObject(message('start with https:// and '));
  await expect(requireTarget('https://127.0.0.1/hook')).rejects.toMatchObject(message(''));
});

describe('the local runtime', () => {
  beforeEach(() => {
    vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', '1');
  });

  it('the local runtime may deliver to http://127.0.0.1', async () => {
    const url = 'http://127.0.0.1:4321/hook';
    expect(await check(url)).toEqual({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] });
  });

  it.each([
    ['not_public', 'https://127.0.0.1:4321/'],
    ['not_https', 'http://localhost:4321/'],
    ['not_https', 'http://127.0.0.2/'],
    ['not_https', 'http://127.0.0.1.example/'],
    ['userinfo', 'http://user:password@127.0.0.1/'],
  ])('the local runtime rejects as %s: %s', async (rejected, url) => {
    expect(await check(url, '127.0.0.1')).toEqual({ rejected });
  });

  it('only the value 1 allows local webhooks', async () => {
    for (const value of ['0', 'true', 'yes']) {
      vi.stubEnv('ALLOW_LOCAL_WEBHOOKS', value);
      expect(await check('http://127.0.0.1/')).toEqual({ rejected: 'not_https' });
    }
  });
});
