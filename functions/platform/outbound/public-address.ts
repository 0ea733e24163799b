import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The IANA IPv4 special-purpose registry and multicast. All other addresses are public. */
const nonPublicV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers and overlay networks
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata service of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved and broadcast
  '168.63.129.16/32', // Azure's platform service on every virtual machine
];

/**
 * The only IPv6 block with public addresses. Everything else is rejected as a whole: loopback, link-local, private,
 * multicast, and IPv4 inside IPv6 (mapped, compatible, translated, NAT64).
 */
const unicastV6 = '2000::/3';

const nonPublicV6 = [
  '2001::/23', // protocol assignments, including Teredo, which embeds an IPv4 address
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which embeds an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const toBlockList = (blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
};

const nonPublic = { v4: toBlockList(nonPublicV4, 'ipv4'), v6: toBlockList(nonPublicV6, 'ipv6') };
const unicast = toBlockList([unicastV6], 'ipv6');

export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !nonPublic.v4.check(address, 'ipv4');
  // A zone names a local interface.
  if (!isIPv6(address) || address.includes('%')) return false;
  return unicast.check(address, 'ipv6') && !nonPublic.v6.check(address, 'ipv6');
};
