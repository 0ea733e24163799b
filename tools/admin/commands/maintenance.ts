import type { Command } from 'commander';
import * as z from 'zod';
import { formatFields, formatTable } from '../../terminal/layout.ts';
import { AdminError } from '../admin-error.ts';
import { exampleHelp } from '../command-text.ts';
import type { Io, Run } from '../run.ts';
import type { SweepTotals } from '../sweep/sweep-table.ts';
import { count } from '../values.ts';

export const addMaintenanceCommands = (program: Command, run: Run): void => {
  const secrets = program.command('secrets').description('Encrypted secrets in the table.');
  addRotate(secrets, run);
  addMigrate(program, run);
};

const paceOption = [
  '--units-per-second <n>',
  'Read capacity to use, so the service keeps the rest (default: 500).',
] as const;

const input = z.object({ unitsPerSecond: count(1, 100_000).default(500) });

const addRotate = (secrets: Command, run: Run): void => {
  secrets
    .command('rotate')
    .description('Encrypt every secret in the table with the current key. Continues where an earlier run stopped.')
    .option(...paceOption)
    .addHelpText('after', exampleHelp('secrets rotate --env production'))
    .action(
      run(
        input,
        async ({ unitsPerSecond }, { stderr }) => {
          const { explainRotation, rotateSecrets } = await import('../sweep/rotate-secrets.ts');
          const rotation = await rotateSecrets({ unitsPerSecond, ...report(stderr) });
          if (rotation.failed > 0 || rotation.conflicts > 0)
            throw new AdminError('rotation_incomplete', explainRotation(rotation));
          return { ...rotation, next: explainRotation(rotation) };
        },
        ({ keys, removable, settled_at, next, ...totals }) => `${formatFields({ ...totals })}\n\n${next}`,
      ),
    );
};

const addMigrate = (program: Command, run: Run): void => {
  program
    .command('migrate')
    .description('Change stored items to the form of this release. Continues where an earlier run stopped.')
    .option(...paceOption)
    .addHelpText('after', exampleHelp('migrate --env production'))
    .action(
      run(
        input,
        async ({ unitsPerSecond }, { stderr }) => {
          const { migrateTable } = await import('../sweep/migrations.ts');
          const results = await migrateTable({ unitsPerSecond, ...report(stderr) });
          if (results.some(({ conflicts, failed }) => conflicts > 0 || failed > 0))
            throw new AdminError('migration_incomplete', 'Some items are not migrated: run the command again.');
          return results;
        },
        (results, { width }) => formatTable(results, ['name', 'changed', 'description'], width),
      ),
    );
};

const report = (stderr: Io['stderr']) => ({
  onProgress: ({ examined, changed }: SweepTotals): void =>
    void stderr.write(`${examined} examined, ${changed} changed…\n`),
  onFailure: (message: string): void => void stderr.write(`${message}\n`),
});
