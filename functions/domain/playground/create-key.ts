import type { ApiKey } from '../../model/access/api-key.ts';
import { playgroundScopes } from '../../model/playground/playground.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import { createApiKey, revokeKeysFor } from '../access/api-keys.ts';

const name = 'Playground';

/** At most one key of the playground works. It expires by itself, because nobody keeps it. */
export const createPlaygroundKey = async (
  workspaceId: string,
  id: string,
  createdBy: string,
): Promise<ApiKey & { key: string; revoked: string[] }> => {
  const revoked = await revokeKeysFor(workspaceId, 'playground', id);
  const scopes = [...playgroundScopes];
  const expiresAt = isoTime(clock.now() + dayMs);
  const created = await createApiKey(workspaceId, { name, scopes, expiresAt, createdBy, purpose: 'playground' }, id);
  return { ...created, revoked: revoked.map(({ prefix }) => prefix) };
};
