import type { Command } from 'commander';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { AdminError } from '../admin-error.ts';
import type { Io, Run } from '../run.ts';
import type { SweepTotals } from '../sweep/sweep-table.ts';
import { count, day } from '../values.ts';
import { addNoun, option, required, verb, workspace } from '../verb.ts';

const pace = {
  unitsPerSecond: option(
    '<n>',
    'Read capacity to use, so the service keeps the rest (default: 500).',
    count(1, 100_000).default(500),
  ),
};

export const addMaintenanceCommands = (program: Command, run: Run): void => {
  addNoun(program, run, 'secrets', 'Encrypted secrets in the table.', [rotate]);
  addNoun(program, run, 'search', 'The index of words by which people find contacts and conversations.', [rebuild]);
  addNoun(program, run, 'report', 'The numbers of the page Reports.', [rebuildReports]);
  migrate(program, run);
};

const rebuildReports = verb(
  'rebuild',
  'Count again from messages and facts, say what differed, and mend it. Continues where an earlier run stopped.',
  {
    input: { workspace, since: required('<date>', 'The first day, in UTC.', day) },
    example: '--since 2026-01-01',
    act: async ({ workspace: workspaceId, since }, { stderr }) => {
      const { rebuildReport } = await import('../sweep/rebuild-report.ts');
      const onProgress = ({ conversations, added }: { conversations: number; added: number }): void =>
        void stderr.write(`${conversations} conversations, ${added} facts added…\n`);
      return rebuildReport({ workspaceId, since, onProgress });
    },
    show: ({ differences, ...totals }, { width }) =>
      differences.length === 0
        ? formatFields(totals)
        : `${formatFields(totals)}\n\n${formatTable(differences, ['day', 'measure', 'stored', 'counted'], width)}`,
  },
);

const rebuild = verb(
  'rebuild',
  'Compare the index with all contacts, messages and notes, and mend it. Continues where an earlier run stopped.',
  {
    input: pace,
    example: '--env production',
    act: async ({ unitsPerSecond }, { stderr }) => {
      const { rebuildSearch } = await import('../sweep/rebuild-search.ts');
      const { examined, changed } = await rebuildSearch({ unitsPerSecond, ...report(stderr) });
      return { examined, changed };
    },
    show: (totals) => formatFields(totals),
  },
);

const rotate = verb(
  'rotate',
  'Encrypt every secret in the table with the current key. Continues where an earlier run stopped.',
  {
    input: pace,
    example: '--env production',
    act: async ({ unitsPerSecond }, { stderr }) => {
      const { explainRotation, rotateSecrets } = await import('../sweep/rotate-secrets.ts');
      const rotation = await rotateSecrets({ unitsPerSecond, ...report(stderr) });
      if (rotation.failed > 0 || rotation.conflicts > 0)
        throw new AdminError('rotation_incomplete', explainRotation(rotation));
      return { ...rotation, next: explainRotation(rotation) };
    },
    show: ({ keys, removable, settled_at, next, ...totals }) => `${formatFields({ ...totals })}\n\n${next}`,
  },
);

const migrate = verb(
  'migrate',
  'Change stored items to the form of this release. Continues where an earlier run stopped.',
  {
    input: pace,
    example: '--env production',
    act: async ({ unitsPerSecond }, { stderr }) => {
      const { migrateTable } = await import('../sweep/migrations.ts');
      const results = await migrateTable({ unitsPerSecond, ...report(stderr) });
      if (results.some(({ conflicts, failed }) => conflicts > 0 || failed > 0))
        throw new AdminError('migration_incomplete', 'Some items are not migrated: run the command again.');
      return results;
    },
    show: (results, { width }) => formatTable(results, ['name', 'changed', 'description'], width),
  },
);

const report = (stderr: Io['stderr']) => ({
  onProgress: ({ examined, changed }: SweepTotals): void =>
    void stderr.write(`${examined} examined, ${changed} changed…\n`),
  onFailure: (message: string): void => void stderr.write(`${message}\n`),
});
