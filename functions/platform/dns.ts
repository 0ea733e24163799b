import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** An address of a host. */
export interface Address {
  address: string;
  family: 4 | 6;
}

/**
 * All addresses of a name, or none when it has none or its name servers fail. It asks the name servers themselves: what
 * this machine alone knows by a name (its hosts file, its search domains) is nobody's public address. Nor can a name
 * whose servers never answer take up the few threads in which the system resolves names for everybody else.
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

/** A lookup that gives these addresses whatever the name, so that a connection goes where it was checked to go. */
export const pinnedLookup =
  (addresses: readonly Address[]): LookupFunction =>
  (_, { all }, callback) => {
    const [first] = addresses;
    if (!first) callback(Object.assign(new Error('There is no address to connect to.'), { code: 'ENOTFOUND' }), '');
    else if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };

const toAddress =
  (family: Address['family']) =>
  (address: string): Address => ({ address, family });
