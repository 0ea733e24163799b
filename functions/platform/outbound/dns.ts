import { lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

export interface Address {
  address: string;
  family: 4 | 6;
}

/**
 * All addresses of a name; none when the lookup fails. It queries name servers directly: the hosts file and search
 * domains of this machine must not count, and a slow name must not block the few threads of the system resolver.
 */
export const resolveName = async (
  name: string,
  timeoutMs: number,
  resolver = new Resolver({ timeout: 1_000, tries: 3 }),
): Promise<Address[]> => {
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const lookups = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const [v4, v6] = lookups.map((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []));
    return [...(v4 ?? []).map(toAddress(4)), ...(v6 ?? []).map(toAddress(6))];
  } finally {
    clearTimeout(timer);
  }
};

export const pinnedLookup =
  (addresses: readonly Address[]): LookupFunction =>
  (_, { all }, callback) => {
    const usable = preferIpv4(addresses);
    const [first] = usable;
    if (!first) callback(Object.assign(new Error('No address to connect to.'), { code: 'ENOTFOUND' }), '');
    else if (all) callback(null, [...usable]);
    else callback(null, first.address, first.family);
  };

type LookupAll = (
  name: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void;

export const ipv4FirstLookup =
  (lookup: LookupAll = systemLookup): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { all: true }, (error, addresses) => {
      if (error) callback(error, '');
      else pinnedLookup(addresses as Address[])(name, options, callback);
    });

/** Lambda functions outside a dual-stack VPC have no route to IPv6 addresses. */
const preferIpv4 = (addresses: readonly Address[]): readonly Address[] => {
  const v4 = addresses.filter(({ family }) => family === 4);
  return v4.length > 0 ? v4 : addresses;
};

const toAddress =
  (family: Address['family']) =>
  (address: string): Address => ({ address, family });
