import type { Command } from 'commander';
import { type AuditEntry, auditActionCharactersMax } from '../../../functions/model/audit/audit-entry.ts';
import { formatTable } from '../../terminal/layout.ts';
import { operate } from '../operate.ts';
import type { Run, Screen } from '../run.ts';
import { id, name } from '../values.ts';
import { addNoun, option, verb, workspace } from '../verb.ts';

const listedMax = 100;

export const addAuditCommands = (program: Command, run: Run): Command =>
  addNoun(program, run, 'audit', 'Who changed what in a workspace: members and operators.', [
    verb('list', `List the newest ${listedMax} audit entries of a workspace.`, {
      input: {
        workspace,
        actor: option('<user-id>', 'Only what this member did.', id.optional()),
        action: option(
          '<action>',
          'Only this action, such as api_key.created.',
          name(auditActionCharactersMax).optional(),
        ),
      },
      example: '--action api_key.created',
      act: ({ workspace, ...query }) => listNewest(workspace, query),
      show: showEntries,
    }),
  ]);

const listNewest = async (
  workspace: string,
  query: { actor?: string | undefined; action?: string | undefined },
): Promise<AuditEntry[]> => {
  const { getStoredWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { readPages } = await import('../../../functions/domain/paging.ts');
  await getStoredWorkspace(workspace);
  const read = ({ after }: { after?: string | undefined }) =>
    operate('audit/listAuditEntries', { workspace, query, after });
  const entries: AuditEntry[] = [];
  for await (const page of readPages(read, listedMax)) {
    entries.push(...page);
    if (entries.length >= listedMax) break;
  }
  return entries.slice(0, listedMax);
};

const showEntries = (entries: readonly AuditEntry[], { width }: Screen): string =>
  entries.length === 0 ? 'This workspace has no such audit entries.' : formatTable(entries.map(toRow), columns, width);

const columns = ['at', 'actor', 'action', 'target', 'outcome', 'details', 'error'] as const;

const toRow = ({ at, actor, action, target, outcome, details, error }: AuditEntry) => ({
  at,
  actor: actor.kind === 'member' ? actor.name : `${actor.name} (${actor.kind})`,
  action,
  target: target === null ? '' : target.name === target.id ? target.id : `${target.name} (${target.id})`,
  outcome,
  details: details ?? '',
  error: error === null ? '' : `${error.code}: ${error.message}`,
});
