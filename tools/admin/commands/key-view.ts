import type { ApiKey } from '../../../functions/model/api-key.ts';
import { formatFields, formatTable } from '../layout.ts';

export const showKey = (apiKey: ApiKey): string => formatFields(rowOf(apiKey));

export const showKeys = (apiKeys: readonly ApiKey[]): string =>
  apiKeys.length === 0
    ? 'This workspace has no keys.'
    : formatTable(apiKeys.map(rowOf), [
        'id',
        'name',
        'prefix',
        'state',
        'created_at',
        'last_used_at',
        'expires_at',
        'scopes',
      ]);

const rowOf = (apiKey: ApiKey) => ({
  ...apiKey,
  scopes: apiKey.scopes.join(', ') || 'none',
  last_used_at: apiKey.last_used_at ?? 'never',
  expires_at: apiKey.expires_at ?? 'never',
});
