import { isIP } from 'node:net';
import { ApiError } from '../../model/api-error.ts';
import { type Address, resolveName } from '../../platform/dns.ts';
import { env } from '../../platform/env.ts';
import { isPublicAddress } from '../../platform/public-address.ts';

/** Where deliveries may go: a connection is made to these addresses and to no others. */
export interface Target {
  url: URL;
  addresses: readonly [Address, ...Address[]];
}

/** Why deliveries may not go there. Only a name that is unresolved now may be good later. */
export type Refusal = 'malformed' | 'not https' | 'userinfo' | 'not public' | 'unresolved';

const resolveMsMax = 2_000;

interface TargetOptions {
  /** Finds the addresses of a name within a time. */
  resolve?: (name: string, timeoutMs: number) => Promise<Address[]>;
  /** For the name lookup, which is all that takes time here. */
  timeoutMs?: number;
}

/**
 * The guard of all webhook targets, asked when an endpoint is made or changed and again at every attempt: a name may
 * lead elsewhere by then. One address that is not public among several refuses them all.
 */
export const checkTarget = async (
  text: string,
  { resolve = resolveName, timeoutMs = resolveMsMax }: TargetOptions = {},
): Promise<Target | { refused: Refusal }> => {
  const url = URL.parse(text);
  if (!url) return { refused: 'malformed' };
  if (url.username !== '' || url.password !== '') return { refused: 'userinfo' };
  if (isLocal(url)) return { url, addresses: [{ address: url.hostname, family: 4 }] };
  if (url.protocol !== 'https:') return { refused: 'not https' };
  const [first, ...others] = literalOf(url) ?? (await resolve(url.hostname, timeoutMs));
  if (!first) return { refused: 'unresolved' };
  if (![first, ...others].every(({ address }) => isPublicAddress(address))) return { refused: 'not public' };
  return { url, addresses: [first, ...others] };
};

/** Refuses an address to which deliveries may not go, when an endpoint is made or changed. */
export const requireTarget = async (url: string): Promise<void> => {
  const target = await checkTarget(url);
  if ('refused' in target) throw new ApiError('bad_request', `"url" ${demands[target.refused]}.`);
};

/** None tells to which address a name leads: nobody is to learn from us how the network behind us looks. */
const demands: Record<Refusal, string> = {
  malformed: 'must be a valid url',
  'not https': 'must start with https://',
  userinfo: 'must not hold a user name or password; check the signature of deliveries instead',
  'not public': 'must lead to a public address',
  unresolved: 'must lead to a public address; its host could not be resolved now',
};

/** A service that runs on one machine may send to that machine, to try things out. */
const isLocal = ({ protocol, hostname }: URL): boolean =>
  env.allowsLocalWebhooks() && protocol === 'http:' && hostname === '127.0.0.1';

/** The address where the host is one. Every other spelling of an address has become the usual one in the URL. */
const literalOf = ({ hostname }: URL): Address[] | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 4 || family === 6 ? [{ address, family }] : undefined;
};
