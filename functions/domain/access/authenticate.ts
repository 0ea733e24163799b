import { type KeyCaller, type RateWindow, rateLimit } from '../../model/access/api-key.ts';
import { isInNetwork, toSortableAddress, toUsualNetwork } from '../../model/access/network.ts';
import { networksKnownMax } from '../../model/mail/mail.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import {
  addKnownNetwork,
  countRequest,
  type KeyUse,
  type StoredApiKey,
  startRateWindow,
} from '../../table/access/api-keys.ts';
import { isReplicated } from '../../table/dynamodb/replication.ts';
import { hashKey, looksLikeKey, sealKey } from './key-format.ts';

export type AuthResult =
  | { outcome: 'authenticated'; caller: KeyCaller; rate: RateWindow }
  | { outcome: 'rate_limited'; rate: RateWindow }
  | { outcome: 'rejected'; refusal?: KeyRefusal };

/** Why a key that exists was refused: it is revoked or has expired, or its networks do not include the address. */
export interface KeyRefusal {
  reason: 'inactive' | 'address';
  apiKey: Pick<StoredApiKey, 'id' | 'name' | 'workspace_id'>;
}

/**
 * Costs one write, two at the start of a rate window, from a new network or with a key that has networks, and none for a
 * malformed key.
 */
export const authenticateKey = async (
  key: string,
  { address, mayChange }: { address: string; mayChange: boolean },
): Promise<AuthResult> =>
  looksLikeKey(key)
    ? authenticateStored(key, { address, sortableAddress: toSortableAddress(address), mayChange })
    : { outcome: 'rejected' };

/** Another request can start the window first only once per window, so more attempts mean a bug. */
const attemptsMax = 5;

interface Request extends Omit<KeyUse, 'nowMs'> {
  address: string;
}

const authenticateStored = async (key: string, request: Request, attempt = 1): Promise<AuthResult> => {
  const use = { ...request, nowMs: clock.now() };
  const counted = await countRequest(hashKey(key), use, rateLimit.requestsMax);
  const { apiKey } = counted;
  if (!apiKey) return { outcome: 'rejected' };
  if (counted.written) return toAuthenticated(key, apiKey, use);
  const refusal = findRefusal(apiKey, use);
  if (refusal) return { outcome: 'rejected', refusal };
  const hasWindow = apiKey.window_ends_ms > use.nowMs;
  if (hasWindow && apiKey.is_bound && !request.isAddressChecked)
    return authenticateStored(key, { ...request, isAddressChecked: true }, attempt);
  if (hasWindow) return { outcome: 'rate_limited', rate: toRateWindow(apiKey) };
  const started = await startRateWindow(apiKey, use, rateLimit.windowMs);
  if (started.written) return toAuthenticated(key, started.apiKey, use);
  if (attempt === attemptsMax) throw new Error(`Could not start a rate-limit window in ${attemptsMax} attempts.`);
  return authenticateStored(key, request, attempt + 1);
};

const findRefusal = (apiKey: StoredApiKey, use: KeyUse): KeyRefusal | undefined => {
  if (!isUsable(apiKey, use.nowMs)) return { reason: 'inactive', apiKey };
  return isAllowedFrom(apiKey, use) ? undefined : { reason: 'address', apiKey };
};

const isUsable = (apiKey: StoredApiKey, nowMs: number): boolean =>
  apiKey.state === 'active' && (apiKey.expires_at === undefined || apiKey.expires_at > isoTime(nowMs));

const isAllowedFrom = ({ networks }: StoredApiKey, { sortableAddress }: KeyUse): boolean =>
  networks === undefined || networks.some((network) => isInNetwork(network, sortableAddress));

/** Writes at most ten times in the life of a key. A key with networks of its own can be used from no other. */
const learnNetwork = async ({ sha256, networks, known_networks }: StoredApiKey, { address }: Request) => {
  if (!env.sendsMail() || networks || (known_networks?.size ?? 0) >= networksKnownMax) return;
  const network = toUsualNetwork(address);
  if (network === undefined || known_networks?.has(network)) return;
  await addKnownNetwork(sha256, network).catch((error: unknown) =>
    log('error', 'network of a key not recorded', { error: errorFields(error) }),
  );
};

const toAuthenticated = async (key: string, apiKey: StoredApiKey, request: Request & KeyUse): Promise<AuthResult> => {
  const refusal = findRefusal(apiKey, request);
  if (refusal) return { outcome: 'rejected', refusal };
  if (apiKey.seal !== sealKey(key, apiKey)) return { outcome: 'rejected', refusal: { reason: 'inactive', apiKey } };
  await learnNetwork(apiKey, request);
  return {
    outcome: 'authenticated',
    caller: {
      workspaceId: apiKey.workspace_id,
      workspaceName: apiKey.workspace_name,
      keyId: apiKey.id,
      keyName: apiKey.name,
      scopes: apiKey.scopes,
      cursorSecret: apiKey.cursor_secret,
      mayLag: apiKey.last_change_at === undefined || isReplicated(Date.parse(apiKey.last_change_at)),
    },
    rate: toRateWindow(apiKey),
  };
};

const toRateWindow = (apiKey: StoredApiKey): RateWindow => ({
  limit: rateLimit.requestsMax,
  remaining: rateLimit.requestsMax - apiKey.window_used,
  resetsAtMs: apiKey.window_ends_ms,
});
