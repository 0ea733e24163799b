import { defineCommand } from '../command.ts';
import { keyId } from './key-parameters.ts';
import { showKey } from './key-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const keyRevoke = defineCommand({
  words: ['key', 'revoke'],
  summary: 'Revokes a key: it stops working with its next request, for good.',
  operands: { id: keyId },
  options: { workspace: workspaceId },
  example: '0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f --workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ id, workspace }) => {
    const { revokeApiKey } = await import('../../../functions/domain/access/api-keys.ts');
    return revokeApiKey(workspace, id);
  },
  show: showKey,
});
