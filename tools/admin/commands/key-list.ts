import type { ApiKey } from '../../../functions/model/api-key.ts';
import { defineCommand } from '../command.ts';
import { showKeys } from './key-view.ts';
import { workspaceId } from './workspace-parameters.ts';

export const keyList = defineCommand({
  words: ['key', 'list'],
  summary: "Lists a workspace's keys, newest first, revoked and expired ones included.",
  operands: {},
  options: { workspace: workspaceId },
  example: '--workspace 0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123',
  run: async ({ workspace }) => {
    const { listApiKeys } = await import('../../../functions/domain/access/api-keys.ts');
    const keys: ApiKey[] = [];
    let after: string | undefined;
    do {
      const page = await listApiKeys(workspace, { limit: 100, after });
      keys.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    return keys;
  },
  show: showKeys,
});
