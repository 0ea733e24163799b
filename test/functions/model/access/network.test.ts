import { isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newApiKey } from '../../../../functions/model/access/api-key.ts';
import { isInNetwork, parseNetwork, toSortableAddress } from '../../../../functions/model/access/network.ts';

const includes = (network: string, address: string): boolean => {
  const parsed = parseNetwork(network);
  if (!parsed) throw new Error(`${network} is not a network.`);
  return isInNetwork(parsed, toSortableAddress(address));
};

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001/64', '2001:db8::/64'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1/128'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1/128'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3/128'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201/128'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::ffff:c000:200/120', '192.0.2.0/24'],
  ])('%j is stored as %s', (text, cidr) => {
    expect(parseNetwork(text)?.cidr).toBe(cidr);
    expect(parseNetwork(cidr)?.cidr).toBe(cidr);
  });

  it.each([
    ['an address of IPv4', ['', 'localhost', '10.0.0', '10.0.0.256', '010.0.0.1', '10.0.0.1 10.0.0.2']],
    ['a prefix', ['10.0.0.1/33', '10.0.0.1/-1', '10.0.0.1/', '10.0.0.1/8/8', '::1/129', '::ffff:192.0.2.1/95']],
    ['an address of IPv6', ['::g', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8:9']],
    ['an address of IPv6', ['fe80::1%eth0', '::1.2.3', '1.2.3.4::', '[::1]']],
  ])('without %s these texts are no networks: %j', (_, texts) => {
    expect(texts.filter((text) => parseNetwork(text) !== undefined)).toEqual([]);
  });

  it.each([
    ['10.0.0.0/8', ['10.255.255.255'], ['11.0.0.0', '9.255.255.255']],
    ['192.0.2.128/25', [], ['192.0.2.127']],
    ['192.0.2.0/24', ['::ffff:192.0.2.9'], ['::192.0.2.9']],
    ['0.0.0.0/0', ['255.255.255.255'], ['2001:db8::1', '', 'unknown']],
    ['2001:db8::/32', ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'], ['2001:db9::']],
    ['::1', ['::1'], []],
    ['::/0', [], ['192.0.2.1']],
  ])('%s has the addresses %j, and not %j', (network, inside, outside) => {
    expect([...inside, ...outside].filter((address) => includes(network, address))).toEqual(inside);
  });

  it('exactly the addresses that Node reads are addresses here', () => {
    const parts = ['0', '1', 'ff', '255', '256', 'ffff', ':', '::', '.', '10.0.0.1', '01', 'g'];
    let state = 1;
    const next = (): string => {
      state = (state * 48_271) % 2_147_483_647;
      return parts[state % parts.length] ?? '';
    };
    const texts = Array.from({ length: 5_000 }, (_, round) => Array.from({ length: 1 + (round % 15) }, next).join(''));
    expect(texts.filter((text) => (toSortableAddress(text) !== '') !== (isIP(text) !== 0))).toEqual([]);
  });
});

describe('the networks of a new key', () => {
  const parse = (networks: unknown) => z.safeParse(newApiKey, { name: 'Shop', scopes: [], networks });

  it('networks are canonical and each one is kept once', () => {
    const { data } = parse(['10.1.2.3/8', '10.0.0.0/8', '2001:DB8::']);
    expect(data?.networks).toEqual(['10.0.0.0/8', '2001:db8::/128']);
  });

  it('a key may come without networks, and null counts as none', () => {
    expect(parse(undefined).data?.networks).toBeUndefined();
    expect(parse(null).data?.networks).toBeUndefined();
  });

  it.each([
    ['a host name', ['shop.example']],
    ['a number', [10]],
  ])('%s is rejected', (_, networks) => expect(parse(networks).success).toBe(false));
});
