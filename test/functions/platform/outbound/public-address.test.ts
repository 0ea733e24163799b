import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress } from '../../../../functions/platform/outbound/public-address.ts';

/** Independent address arithmetic, so the guard is not tested with its own code. */

interface Block {
  first: bigint;
  last: bigint;
}

const readV4 = (text: string): bigint => text.split('.').reduce((value, byte) => (value << 8n) + BigInt(byte), 0n);

const readV6 = (text: string): bigint => {
  const [left = '', right = ''] = text.split('::');
  const [before, after] = [left, right].map((side) => side.split(':').filter((group) => group !== ''));
  const groups = [
    ...(before ?? []),
    ...Array(8 - (before ?? []).length - (after ?? []).length).fill('0'),
    ...(after ?? []),
  ];
  return groups.reduce<bigint>((value, group) => (value << 16n) + BigInt(`0x${group}`), 0n);
};

const blockOf = (text: string): Block => {
  const [network = '', prefix] = text.split('/');
  const isV6 = network.includes(':');
  const size = 1n << BigInt((isV6 ? 128 : 32) - Number(prefix));
  const first = isV6 ? readV6(network) : readV4(network);
  return { first, last: first + size - 1n };
};

const spellV4 = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');

/** All eight groups, uncompressed. */
const spellV6 = (value: bigint): string =>
  Array.from({ length: 8 }, (_, group) => ((value >> BigInt(112 - 16 * group)) & 0xffffn).toString(16)).join(':');

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and an address of Azure. */
const forbiddenV4 = [
  ['this network', '0.0.0.0/8'],
  ['private (10)', '10.0.0.0/8'],
  ['shared by carriers, and Tailscale', '100.64.0.0/10'],
  ['loopback', '127.0.0.0/8'],
  ['link-local, with cloud metadata', '169.254.0.0/16'],
  ['private (172.16)', '172.16.0.0/12'],
  ['protocol assignments, with Oracle metadata', '192.0.0.0/24'],
  ['documentation 1', '192.0.2.0/24'],
  ['AS112', '192.31.196.0/24'],
  ['AMT', '192.52.193.0/24'],
  ['6to4 relays', '192.88.99.0/24'],
  ['private (192.168)', '192.168.0.0/16'],
  ['AS112, direct', '192.175.48.0/24'],
  ['benchmarks', '198.18.0.0/15'],
  ['documentation 2', '198.51.100.0/24'],
  ['documentation 3', '203.0.113.0/24'],
  ['multicast', '224.0.0.0/4'],
  ['reserved, and broadcast', '240.0.0.0/4'],
  ['Azure WireServer', '168.63.129.16/32'],
] as const;

/** https://www.iana.org/assignments/iana-ipv6-special-registry, and all that is not 2000::/3. */
const forbiddenV6 = [
  ['unspecified, loopback, IPv4-mapped, -compatible, -translated and NAT64', '::/3'],
  ['protocol assignments, with Teredo and ORCHID', '2001::/23'],
  ['documentation', '2001:db8::/32'],
  ['6to4', '2002::/16'],
  ['AS112', '2620:4f:8000::/48'],
  ['documentation, long', '3fff::/20'],
  ['unassigned, and segment routing', '4000::/2'],
  ['private, link-local, site-local and multicast', '8000::/1'],
] as const;

const v4Blocks = forbiddenV4.map(([, block]) => blockOf(block));
const v6Blocks = forbiddenV6.map(([, block]) => blockOf(block));
const within = (value: bigint, blocks: typeof v4Blocks): boolean =>
  blocks.some(({ first, last }) => first <= value && value <= last);

it.each([
  ...forbiddenV4.map(([name, block]) => ({ name, spell: spellV4, ...blockOf(block) })),
  ...forbiddenV6.map(([name, block]) => ({ name, spell: spellV6, ...blockOf(block) })),
])('no address of the block "$name" is public', ({ spell, first, last }) => {
  expect([first, last].map(spell).filter(isPublicAddress)).toEqual([]);
  fc.assert(fc.property(fc.bigInt(first, last), (value) => !isPublicAddress(spell(value))));
});

it('an address next to a forbidden IPv4 block is public, unless another block begins there', () => {
  const beside = v4Blocks
    .flatMap(({ first, last }) => [first - 1n, last + 1n])
    .filter((value) => value >= 0n && value < 1n << 32n && !within(value, v4Blocks));
  expect(beside.length).toBeGreaterThan(20);
  expect(beside.map(spellV4).filter((address) => !isPublicAddress(address))).toEqual([]);
});

it('an IPv4 address is public exactly if no block contains it', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, (1n << 32n) - 1n),
      (value) => isPublicAddress(spellV4(value)) === !within(value, v4Blocks),
    ),
    { numRuns: 1_000 },
  );
});

it('an IPv6 address is public exactly if no block contains it', () => {
  const { first, last } = blockOf('2000::/3');
  fc.assert(
    fc.property(
      fc.oneof(fc.bigInt(0n, (1n << 128n) - 1n), fc.bigInt(first, last)),
      (value) => isPublicAddress(spellV6(value)) === !within(value, v6Blocks),
    ),
    { numRuns: 1_000 },
  );
});

it.each(['2001:4860:4860::8888', '3ffe:ffff::1', '2A00:1450:4001:0810:0000:0000:0000:200E'])(
  'an address is public in any spelling: %s',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  ['nothing', ''],
  ['a name', 'localhost'],
  ['brackets', '[2001:4860:4860::8888]'],
  ['a zone', '2001:4860:4860::8888%eth0'],
  ['a port', '8.8.8.8:443'],
  ['an octal spelling', '0177.0.0.1'],
  ['a number', '2130706433'],
])('a text that has or is %s is not a public address', (_, text) => expect(isPublicAddress(text)).toBe(false));

it('any other text is not a public address and never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => !isPublicAddress(`x${text}`)));
});
