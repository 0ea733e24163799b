import { isIP } from 'node:net';
import { ApiError } from '../../model/api-error.ts';
import { type Address, resolveName } from '../../platform/dns.ts';
import { env } from '../../platform/env.ts';
import { isPublicAddress } from '../../platform/public-address.ts';

/** Where deliveries may go: a connection is made to these addresses and to no others. */
export interface WebhookTarget {
  url: URL;
  addresses: readonly [Address, ...Address[]];
}

/** Why deliveries may not go there. Only a name that is unresolved now may be good later. */
export type TargetRejection = 'malformed' | 'not_https' | 'userinfo' | 'not_public' | 'unresolved';

const resolveTimeoutMs = 2_000;

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
  { resolve = resolveName, timeoutMs = resolveTimeoutMs }: TargetOptions = {},
): Promise<WebhookTarget | { rejected: TargetRejection }> => {
  const url = URL.parse(text);
  if (!url) return { rejected: 'malformed' };
  if (url.username !== '' || url.password !== '') return { rejected: 'userinfo' };
  if (isLocal(url)) return { url, addresses: [{ address: url.hostname, family: 4 }] };
  if (url.protocol !== 'https:') return { rejected: 'not_https' };
  const [first, ...rest] = toLiteralAddress(url) ?? (await resolve(url.hostname, timeoutMs));
  if (!first) return { rejected: 'unresolved' };
  if (![first, ...rest].every(({ address }) => isPublicAddress(address))) return { rejected: 'not_public' };
  return { url, addresses: [first, ...rest] };
};

/** Refuses an address to which deliveries may not go, when an endpoint is made or changed. */
export const requireTarget = async (url: string): Promise<void> => {
  const target = await checkTarget(url);
  if ('rejected' in target) throw new ApiError('bad_request', `"url" ${requirements[target.rejected]}.`);
};

/** None tells to which address a name leads: nobody is to learn from us how the network behind us looks. */
const requirements: Record<TargetRejection, string> = {
  malformed: 'must be a valid url',
  not_https: 'must start with https://',
  userinfo: 'must not hold a user name or password; check the signature of deliveries instead',
  not_public: 'must lead to a public address',
  unresolved: 'must lead to a public address; its host could not be resolved now',
};

/** A service that runs on one machine may send to that machine, to try things out. */
const isLocal = ({ protocol, hostname }: URL): boolean =>
  env.allowsLocalWebhooks() && protocol === 'http:' && hostname === '127.0.0.1';

/** The address where the host is one. Every other spelling of an address has become the usual one in the URL. */
const toLiteralAddress = ({ hostname }: URL): Address[] | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 4 || family === 6 ? [{ address, family }] : undefined;
};
