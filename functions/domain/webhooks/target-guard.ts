import { isIP } from 'node:net';
import { ApiError } from '../../model/api-error.ts';
import { env, localWebhooksVariable } from '../../platform/env.ts';
import { type Address, resolveName } from '../../platform/outbound/dns.ts';
import { isPublicAddress } from '../../platform/outbound/public-address.ts';

export interface WebhookTarget {
  url: URL;
  addresses: readonly [Address, ...Address[]];
}

export type TargetRejection = 'malformed' | 'not_https' | 'userinfo' | 'not_public' | 'unresolved';

const resolveTimeoutMs = 2_000;

interface TargetOptions {
  resolve?: (name: string, timeoutMs: number) => Promise<Address[]>;
  timeoutMs?: number;
}

/**
 * Guards against SSRF. Runs when a webhook is created or changed and again at every attempt, because a host name may
 * resolve elsewhere by then. One address that is not public rejects the target.
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

export const requireTarget = async (url: string): Promise<void> => {
  const target = await checkTarget(url);
  if ('rejected' in target) throw new ApiError('bad_request', `"url" ${toRequirement(target.rejected)}.`);
};

/** None names the resolved address, which would reveal our network. */
const requirements: Record<TargetRejection, string> = {
  malformed: 'must be a valid url',
  not_https: 'must start with https:// and resolve to a public address',
  userinfo: 'must not contain a user name or password; verify the signature of deliveries instead',
  not_public: 'must resolve to a public address',
  unresolved: 'must resolve to a public address; its host could not be resolved',
};

const toRequirement = (rejection: TargetRejection): string => {
  const requirement = requirements[rejection];
  if (rejection !== 'not_https' && rejection !== 'not_public') return requirement;
  if (env.allowsLocalWebhooks()) return `${requirement}, or start with http://127.0.0.1 for this machine`;
  if (env.refusesLocalWebhooks()) return `${requirement}; ${localSwitchHint}`;
  return requirement;
};

const localSwitchHint = `${localWebhooksVariable}=0 switches off http://127.0.0.1, start the service without it`;

const isLocal = ({ protocol, hostname }: URL): boolean =>
  env.allowsLocalWebhooks() && protocol === 'http:' && hostname === '127.0.0.1';

/** URL parsing has normalized other spellings of an address. */
const toLiteralAddress = ({ hostname }: URL): Address[] | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 4 || family === 6 ? [{ address, family }] : undefined;
};
