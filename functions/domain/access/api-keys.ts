import { type ApiKey, apiKeyNameCharactersMax, apiKeysMax } from '../../model/access/api-key.ts';
import { type Network, parseNetwork } from '../../model/access/network.ts';
import type { Scope } from '../../model/access/scope.ts';
import { ApiError, notFound } from '../../model/api-error.ts';
import { countCharacters } from '../../model/characters.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  markApiKeyRevoked,
  putApiKey,
  queryApiKeys,
  removeApiKey,
  replaceUnusedApiKey,
  type StoredApiKey,
} from '../../table/access/api-keys.ts';
import { readAllPages } from '../paging.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import {
  generateKey,
  hashKey,
  importedCharactersMin,
  isLongEnoughToImport,
  looksLikeLegacyKey,
  sealKey,
  toDisplayPrefix,
} from './key-format.ts';

export interface NewApiKey {
  name: string;
  scopes: Scope[];
  expiresAt?: string;
  createdBy?: string;
  /** Networks in CIDR notation. Without any, the key works from every address. */
  networks?: readonly string[] | undefined;
  purpose?: NonNullable<StoredApiKey['purpose']>;
}

/**
 * A retry with the same id means that an earlier attempt ended before it could show its key. The retry returns a new
 * key in its place: only the hash of the first is stored, and two keys of which one is unknown to all would be a risk.
 */
export const createApiKey = async (
  workspaceId: string,
  input: NewApiKey,
  id = newId(),
): Promise<ApiKey & { key: string }> => {
  const key = generateKey();
  const { apiKey, outcome } = await storeApiKey(workspaceId, id, input, key);
  if (outcome !== 'stored' && !(await replaceUnusedApiKey(apiKey))) throw keyInUse();
  return { ...toApiKey(apiKey), key };
};

/** The prefix of keys issued before the product's rename stays valid, so their holders need not change anything. */
export const importApiKey = async (
  workspaceId: string,
  input: Omit<NewApiKey, 'createdBy' | 'purpose'>,
  key: string,
): Promise<ApiKey> => {
  if (!looksLikeLegacyKey(key)) {
    throw new ApiError(
      'bad_request',
      '"key" must be legacy_live_ followed by 8 to 200 letters, digits, _ or -. For any other, create a new key.',
    );
  }
  if (!isLongEnoughToImport(key)) {
    throw new ApiError(
      'bad_request',
      `The key must have at least ${importedCharactersMin} characters after legacy_live_; create a new key instead.`,
    );
  }
  const { apiKey, outcome } = await storeApiKey(workspaceId, newId(), input, key);
  if (outcome !== 'stored') throw new ApiError('bad_request', 'This key exists already. Create a new key instead.');
  return toApiKey(apiKey);
};

export const listApiKeys = async (workspaceId: string, page: PageRequest): Promise<Page<ApiKey>> => {
  await getStoredWorkspace(workspaceId);
  const { items, next } = await queryApiKeys(workspaceId, page);
  return { items: items.map(toApiKey), next };
};

export const revokeApiKey = async (workspaceId: string, keyId: string): Promise<ApiKey> => {
  const revoked = await markApiKeyRevoked(workspaceId, keyId);
  if (!revoked) throw notFound('API key');
  return toApiKey(revoked);
};

/** Revokes all active keys of the purpose but the one that is kept. */
export const revokeKeysFor = async (
  workspaceId: string,
  purpose: NonNullable<StoredApiKey['purpose']>,
  keptId: string,
): Promise<ApiKey[]> => {
  const keys = await readAllPages((page) => queryApiKeys(workspaceId, page), 100);
  const toRevoke = keys.filter((key) => key.purpose === purpose && key.state === 'active' && key.id !== keptId);
  return Promise.all(toRevoke.map(({ id }) => revokeApiKey(workspaceId, id)));
};

/** A key that is stored while its workspace is renamed would keep the old name. */
const storeApiKey = (workspaceId: string, id: string, input: NewApiKey, key: string) =>
  retryOnConflict(async () => {
    const apiKey = await buildApiKey(workspaceId, id, input, key);
    const outcome = await putApiKey(apiKey);
    if (outcome === 'limit_reached') await makeRoom(workspaceId);
    return outcome === 'workspace_changed' || outcome === 'limit_reached' ? 'conflict' : { apiKey, outcome };
  });

const makeRoom = async (workspaceId: string): Promise<void> => {
  const apiKeys = await readAllPages((page) => queryApiKeys(workspaceId, page), 100);
  const oldest = apiKeys.findLast((apiKey) => currentState(apiKey) !== 'active');
  if (!oldest) throw new ApiError('bad_request', `A workspace has at most ${apiKeysMax} API keys. Revoke one first.`);
  await removeApiKey(oldest);
};

const buildApiKey = async (workspaceId: string, id: string, input: NewApiKey, key: string): Promise<StoredApiKey> => {
  const name = input.name.trim();
  if (name === '' || countCharacters(name) > apiKeyNameCharactersMax) {
    throw new ApiError('bad_request', `"name" must have 1 to ${apiKeyNameCharactersMax} characters.`);
  }
  const { cursor_secret, name: workspaceName } = await getStoredWorkspace(workspaceId);
  const apiKey: Omit<StoredApiKey, 'seal'> = {
    id,
    workspace_id: workspaceId,
    sha256: hashKey(key),
    name,
    prefix: toDisplayPrefix(key),
    scopes: [...new Set(input.scopes)],
    state: 'active',
    created_at: isoTime(clock.now()),
    ...(input.expiresAt === undefined ? {} : { expires_at: input.expiresAt }),
    ...(input.createdBy === undefined ? {} : { created_by: input.createdBy }),
    ...(input.networks === undefined ? {} : { networks: input.networks.map(getNetwork) }),
    ...(input.purpose === undefined ? {} : { purpose: input.purpose }),
    cursor_secret,
    workspace_name: workspaceName,
    window_ends_ms: 0,
    window_used: 0,
  };
  return { ...apiKey, seal: sealKey(key, apiKey) };
};

const getNetwork = (text: string): Network => {
  const network = parseNetwork(text);
  if (network) return network;
  throw new ApiError('bad_request', `"${text}" is not a network. Write it as 203.0.113.0/24 or 2001:db8::/32.`);
};

const keyInUse = (): ApiError =>
  new ApiError(
    'bad_request',
    'An earlier attempt created this key, and it was used or revoked since. Create a new key.',
  );

const toApiKey = (apiKey: StoredApiKey): ApiKey => ({
  id: apiKey.id,
  name: apiKey.name,
  prefix: apiKey.prefix,
  scopes: apiKey.scopes,
  state: currentState(apiKey),
  created_at: apiKey.created_at,
  last_used_at: apiKey.last_used_at ?? null,
  expires_at: apiKey.expires_at ?? null,
  created_by: apiKey.created_by ?? null,
  networks: apiKey.networks?.map(({ cidr }) => cidr) ?? null,
});

const currentState = ({ state, expires_at }: StoredApiKey): ApiKey['state'] =>
  state === 'active' && expires_at !== undefined && expires_at <= isoTime(clock.now()) ? 'expired' : state;
