import type { Command } from 'commander';
import * as z from 'zod';
import { readAllPages } from '../../../functions/domain/paging.ts';
import type { ApiKey } from '../../../functions/model/access/api-key.ts';
import { networksMax } from '../../../functions/model/access/network.ts';
import { scopes } from '../../../functions/model/access/scope.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { placeholderIds } from '../command-text.ts';
import { operate } from '../operate.ts';
import type { Run, Screen } from '../run.ts';
import { futureTime, id, listOf, name, networks, readSecret } from '../values.ts';
import { addNoun, argument, option, required, verb, workspace } from '../verb.ts';

const loadVerbs = () => import('../../../functions/domain/access/api-keys.ts');

const newKeyInput = {
  workspace,
  name: required('<name>', 'What the key is for, 1 to 80 characters.', name(80)),
  scopes: required(
    '<list>',
    `What the key may do: all, "" for GET /me alone, or a comma-separated list of ${scopes.join(', ')}.`,
    listOf('scope', scopes),
  ),
  expiresAt: option(
    '<time>',
    'When the key stops working, such as 2030-01-31T12:00:00Z (default: never).',
    futureTime.optional(),
  ),
  network: option(
    '<list>',
    `From where the key may be used: 1 to ${networksMax} addresses or networks, such as 203.0.113.0/24 (default: everywhere).`,
    networks.optional(),
  ),
};

export const addKeyCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'key', 'API keys of a workspace, and what each may do.', [
    verb('create', 'Create an API key and show it, this once.', {
      input: newKeyInput,
      example: '--name "CRM sync" --scopes contacts:read,contacts:write',
      act: async ({ workspace, network, ...input }) =>
        (await loadVerbs()).createApiKey(workspace, { ...input, networks: network, createdBy: 'operator' }),
      show: ({ key: secret, ...apiKey }) =>
        `${secret}\n\nCopy the key now: only its hash is stored, so it cannot be shown again.\n\n${showKey(apiKey)}`,
    }),
    verb('import', 'Import a legacy_live_ key, so its holder can keep using it.', {
      input: {
        ...newKeyInput,
        key: required(
          '<key|->',
          'The key; - reads it from stdin, which keeps it out of the shell history.',
          z.string().trim(),
        ),
      },
      example: '--name "Old shop" --scopes messages:send --key - < key.txt',
      act: async ({ workspace, network, key, ...input }, io) => {
        const { importApiKey } = await loadVerbs();
        return importApiKey(workspace, { ...input, networks: network }, await readSecret(key, 'key', io));
      },
      show: showKey,
    }),
    verb('list', "List a workspace's keys, newest first, including revoked and expired ones.", {
      input: { workspace },
      act: async ({ workspace }) => {
        const { listApiKeys } = await loadVerbs();
        return readAllPages((page) => listApiKeys(workspace, page), 100);
      },
      show: showKeys,
    }),
    verb('revoke', 'Revoke a key for good: its next request is refused.', {
      input: { keyId: argument('The key (see key list).', id), workspace },
      example: placeholderIds.key,
      act: ({ keyId, workspace }) => operate('api-keys/revokeApiKey', { workspace, params: { id: keyId } }),
      show: showKey,
    }),
  ]);

const showKey = (apiKey: ApiKey): string => formatFields(toRow(apiKey));

const showKeys = (apiKeys: readonly ApiKey[], { width }: Screen): string =>
  apiKeys.length === 0 ? 'This workspace has no keys.' : formatTable(apiKeys.map(toRow), columns, width);

const columns = [
  'id',
  'name',
  'prefix',
  'state',
  'created_at',
  'created_by',
  'last_used_at',
  'expires_at',
  'scopes',
  'networks',
] as const;

const toRow = (apiKey: ApiKey) => ({
  ...apiKey,
  scopes: apiKey.scopes.join(', ') || 'none',
  created_by: apiKey.created_by ?? 'unknown',
  last_used_at: apiKey.last_used_at ?? 'never',
  expires_at: apiKey.expires_at ?? 'never',
  networks: apiKey.networks?.join(', ') ?? 'any',
});
