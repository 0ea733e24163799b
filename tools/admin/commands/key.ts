import type { Command } from 'commander';
import * as z from 'zod';
import { readAllPages } from '../../../functions/domain/paging.ts';
import type { ApiKey } from '../../../functions/model/access/api-key.ts';
import { networksMax } from '../../../functions/model/access/network.ts';
import { scopes } from '../../../functions/model/access/scope.ts';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import type { Run, Screen } from '../run.ts';
import { futureTime, id, listOf, name, networks, readSecret } from '../values.ts';

const loadVerbs = () => import('../../../functions/domain/access/api-keys.ts');

export const addKeyCommands = (program: Command, run: Run): void => {
  const key = program.command('key').description('API keys of a workspace, and what each may do.');
  addCreate(key, run);
  addImport(key, run);
  addList(key, run);
  addRevoke(key, run);
};

const newKeyInput = z.object({
  workspace: id,
  name: name(80),
  scopes: listOf('scope', scopes),
  expiresAt: futureTime.optional(),
  network: networks.optional(),
});

const addNewKeyOptions = (command: Command): Command =>
  command
    .requiredOption(...workspaceOption)
    .requiredOption('--name <name>', 'What the key is for, 1 to 80 characters.')
    .requiredOption(
      '--scopes <list>',
      `What the key may do: all, "" for GET /me alone, or a comma-separated list of ${scopes.join(', ')}.`,
    )
    .option('--expires-at <time>', 'When the key stops working, such as 2030-01-31T12:00:00Z (default: never).')
    .option(
      '--network <list>',
      `From where the key may be used: 1 to ${networksMax} addresses or networks, such as 203.0.113.0/24 (default: everywhere).`,
    );

const addCreate = (key: Command, run: Run): void => {
  const command = key.command('create').description('Create an API key and show it, this once.');
  addNewKeyOptions(command)
    .addHelpText(
      'after',
      exampleHelp(
        `key create --workspace ${exampleIds.workspace} --name "CRM sync" --scopes contacts:read,contacts:write`,
      ),
    )
    .action(
      run(
        newKeyInput,
        async ({ workspace, network, ...input }) =>
          (await loadVerbs()).createApiKey(workspace, { ...input, networks: network, createdBy: 'operator' }),
        ({ key: secret, ...apiKey }) =>
          `${secret}\n\nCopy the key now: only its hash is stored, so it cannot be shown again.\n\n${showKey(apiKey)}`,
      ),
    );
};

const addImport = (key: Command, run: Run): void => {
  const command = key.command('import').description('Import a legacy_live_ key, so its holder can keep using it.');
  addNewKeyOptions(command)
    .requiredOption('--key <key|->', 'The key; - reads it from stdin, which keeps it out of the shell history.')
    .addHelpText(
      'after',
      exampleHelp(
        `key import --workspace ${exampleIds.workspace} --name "Old shop" --scopes messages:send --key - < key.txt`,
      ),
    )
    .action(
      run(
        newKeyInput.extend({ key: z.string().trim() }),
        async ({ workspace, network, key: secret, ...input }, io) =>
          (await loadVerbs()).importApiKey(
            workspace,
            { ...input, networks: network },
            await readSecret(secret, 'key', io),
          ),
        showKey,
      ),
    );
};

const addList = (key: Command, run: Run): void => {
  key
    .command('list')
    .description("List a workspace's keys, newest first, including revoked and expired ones.")
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`key list --workspace ${exampleIds.workspace}`))
    .action(run(z.object({ workspace: id }), ({ workspace }) => listAllKeys(workspace), showKeys));
};

const listAllKeys = async (workspaceId: string): Promise<ApiKey[]> => {
  const { listApiKeys } = await loadVerbs();
  return readAllPages((page) => listApiKeys(workspaceId, page), 100);
};

const addRevoke = (key: Command, run: Run): void => {
  key
    .command('revoke')
    .description('Revoke a key for good: its next request is refused.')
    .argument('<key-id>', 'The key (see key list).')
    .requiredOption(...workspaceOption)
    .addHelpText('after', exampleHelp(`key revoke ${exampleIds.key} --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({ keyId: id, workspace: id }),
        async ({ keyId, workspace }) => (await loadVerbs()).revokeApiKey(workspace, keyId),
        showKey,
      ),
    );
};

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
