import { defineCommand } from '../command.ts';
import { expiresAt, keyName, keyScopes } from './key-parameters.ts';
import { showKey } from './key-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const keyCreate = defineCommand({
  words: ['key', 'create'],
  summary: 'Creates an API key and shows it, this once.',
  operands: {},
  options: { workspace: workspaceId, name: keyName, scopes: keyScopes, 'expires-at': expiresAt },
  example: '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123 --name "CRM sync" --scopes contacts:read,contacts:write',
  run: async ({ workspace, name, scopes, 'expires-at': expiry }) => {
    const { createApiKey } = await import('../../../functions/domain/access/api-keys.ts');
    return createApiKey(workspace, { name, scopes, expiresAt: expiry });
  },
  show: ({ key, ...apiKey }) =>
    `${key}\n\nCopy the key now: only its hash is kept, so it cannot be shown again.\n\n${showKey(apiKey)}`,
});
