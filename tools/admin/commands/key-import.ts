import { defineCommand } from '../command.ts';
import { readSecret } from '../read-line.ts';
import { expiresAt, keyName, keyScopes } from './key-parameters.ts';
import { showKey } from './key-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const keyImport = defineCommand({
  words: ['key', 'import'],
  summary: 'Takes over a legacy_live_ key, so that its holder need not change anything.',
  operands: {},
  options: {
    workspace: workspaceId,
    name: keyName,
    scopes: keyScopes,
    key: {
      placeholder: '<key>|-',
      about: 'The key; - reads it from stdin, which keeps it out of the shell history.',
      required: true,
      read: (typed) => typed.trim(),
    },
    'expires-at': expiresAt,
  },
  example:
    '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123 --name "Old shop" --scopes messages:send --key - < key.txt',
  run: async ({ workspace, name, scopes, key, 'expires-at': expiry }) => {
    const { importApiKey } = await import('../../../functions/domain/access/api-keys.ts');
    return importApiKey(workspace, { name, scopes, expiresAt: expiry }, await readSecret(key, 'key'));
  },
  show: showKey,
});
