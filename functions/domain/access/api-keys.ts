import { ApiError, notFound } from '../../model/api-error.ts';
import type { ApiKey } from '../../model/api-key.ts';
import { countCharacters } from '../../model/characters.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { Scope } from '../../model/scope.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { markApiKeyRevoked, putApiKey, queryApiKeys, type StoredApiKey } from '../../table/access/api-keys.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import {
  generateKey,
  hashKey,
  importedCharactersMin,
  isLongEnoughToImport,
  looksLikeLegacyKey,
  toDisplayPrefix,
} from './key-format.ts';

export interface NewApiKey {
  name: string;
  scopes: Scope[];
  expiresAt?: string;
}

export const createApiKey = (workspaceId: string, input: NewApiKey): Promise<ApiKey & { key: string }> =>
  storeApiKey(workspaceId, input, generateKey());

/** For keys issued before the product's rename, so their holders need not change anything. */
export const importApiKey = async (workspaceId: string, input: NewApiKey, key: string): Promise<ApiKey> => {
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
  const { key: _, ...imported } = await storeApiKey(workspaceId, input, key);
  return imported;
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

const storeApiKey = async (workspaceId: string, input: NewApiKey, key: string): Promise<ApiKey & { key: string }> => {
  if (input.name === '' || countCharacters(input.name) > 80) {
    throw new ApiError('bad_request', '"name" must have 1 to 80 characters.');
  }
  const { cursor_secret } = await getStoredWorkspace(workspaceId);
  const apiKey: StoredApiKey = {
    id: newId(),
    workspace_id: workspaceId,
    sha256: hashKey(key),
    name: input.name,
    prefix: toDisplayPrefix(key),
    scopes: input.scopes,
    state: 'active',
    created_at: isoTime(clock.now()),
    ...(input.expiresAt === undefined ? {} : { expires_at: input.expiresAt }),
    cursor_secret,
    window_ends_ms: 0,
    window_used: 0,
  };
  const outcome = await putApiKey(apiKey);
  if (outcome === 'no_workspace') throw notFound('workspace');
  if (outcome === 'key_exists') throw new ApiError('bad_request', 'This key exists already. Create a new key instead.');
  return { ...toApiKey(apiKey), key };
};

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
});

const currentState = ({ state, expires_at }: StoredApiKey): ApiKey['state'] =>
  state === 'active' && expires_at !== undefined && expires_at <= isoTime(clock.now()) ? 'expired' : state;
