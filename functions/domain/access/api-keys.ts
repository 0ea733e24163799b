import { Failure, notFound } from '../../model/api-error.ts';
import type { ApiKey } from '../../model/api-key.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { Scope } from '../../model/scope.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { putApiKey, queryApiKeys, revokeApiKey, type StoredApiKey } from '../../table/access/api-keys.ts';
import { getStoredWorkspace } from '../workspaces/workspaces.ts';
import { displayPrefixOf, hashOfKey, looksLikeLegacyKey, makeKey } from './key-format.ts';

/** What is chosen when a key is made; none of it changes later. */
export interface KeyChoice {
  name: string;
  scopes: Scope[];
  expiresAt?: string;
}

/** A new key, with the key itself: this is the only time that it can be shown. */
export const createKey = (workspaceId: string, choice: KeyChoice): Promise<ApiKey & { key: string }> =>
  storeKey(workspaceId, choice, makeKey());

/** Takes over a key that was issued before the product's rename, so that its holder need not change anything. */
export const importKey = async (workspaceId: string, choice: KeyChoice, key: string): Promise<ApiKey> => {
  if (!looksLikeLegacyKey(key)) {
    throw new Failure(
      'bad_request',
      'Only keys that start with legacy_live_ can be imported; create a new key instead.',
    );
  }
  const { key: _, ...imported } = await storeKey(workspaceId, choice, key);
  return imported;
};

export const listKeys = async (workspaceId: string, page: PageRequest): Promise<Page<ApiKey>> => {
  await getStoredWorkspace(workspaceId);
  const { items, next } = await queryApiKeys(workspaceId, page);
  return { items: items.map(shown), next };
};

/** The key stops working with its next request, and for good. */
export const revokeKey = async (workspaceId: string, keyId: string): Promise<ApiKey> => {
  const revoked = await revokeApiKey(workspaceId, keyId);
  if (!revoked) throw notFound('API key');
  return shown(revoked);
};

const storeKey = async (workspaceId: string, choice: KeyChoice, key: string): Promise<ApiKey & { key: string }> => {
  if (choice.name.length === 0 || choice.name.length > 80) {
    throw new Failure('bad_request', 'The name of a key has 1 to 80 characters.');
  }
  const { cursor_secret } = await getStoredWorkspace(workspaceId);
  const apiKey: StoredApiKey = {
    id: newId(),
    workspace_id: workspaceId,
    sha256: hashOfKey(key),
    name: choice.name,
    prefix: displayPrefixOf(key),
    scopes: choice.scopes,
    state: 'active',
    created_at: isoTime(clock.now()),
    ...(choice.expiresAt === undefined ? {} : { expires_at: choice.expiresAt }),
    cursor_secret,
    window_ends_ms: 0,
    window_used: 0,
  };
  const outcome = await putApiKey(apiKey);
  if (outcome === 'no workspace') throw notFound('workspace');
  if (outcome === 'key exists') throw new Failure('bad_request', 'This key is in use already.');
  return { ...shown(apiKey), key };
};

const shown = (apiKey: StoredApiKey): ApiKey => ({
  id: apiKey.id,
  name: apiKey.name,
  prefix: apiKey.prefix,
  scopes: apiKey.scopes,
  state: stateOf(apiKey),
  created_at: apiKey.created_at,
  last_used_at: apiKey.last_used_at ?? null,
  expires_at: apiKey.expires_at ?? null,
});

const stateOf = ({ state, expires_at }: StoredApiKey): ApiKey['state'] =>
  state === 'active' && expires_at !== undefined && expires_at <= isoTime(clock.now()) ? 'expired' : state;
