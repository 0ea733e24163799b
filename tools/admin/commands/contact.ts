import { type Command, Option } from 'commander';
import * as z from 'zod';
import { onExistingModes } from '../../../functions/model/contacts/import.ts';
import { formatFields } from '../../terminal/layout.ts';
import { createProgressBar } from '../../terminal/progress-bar.ts';
import { replaceUnsafe } from '../../terminal/unsafe-characters.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import type { importFile } from '../import/import-file.ts';
import type { ImportTotals } from '../import/progress.ts';
import type { Run } from '../run.ts';
import { id } from '../values.ts';
import { addContactDataVerbs } from './contact-data.ts';

export const addContactCommands = (program: Command, run: Run): void => {
  const contact = program
    .command('contact')
    .description('Contacts of a workspace: import them from a file, export or erase a person.');
  addImport(contact, run);
  addContactDataVerbs(contact, run);
};

const modeHelp =
  'What happens to a contact that has the number or external id already: keep its fields, or update those that the ' +
  'line has (default: keep). Tags are replaced either way if the line has some.';

const addImport = (contact: Command, run: Run): void => {
  contact
    .command('import')
    .description('Import contacts from a CSV file. Continues where an earlier run stopped.')
    .argument(
      '<file>',
      'CSV in UTF-8 whose first line names the columns: phone, name, email, company, tags, external_id, attributes.<name>.',
    )
    .requiredOption(...workspaceOption)
    .addOption(new Option('--on-existing <mode>', modeHelp).choices(onExistingModes))
    .option('--rejected <file>', 'Where rejected lines go, with the reason (default: <file>.rejected.csv).')
    .addHelpText('after', exampleHelp(`contact import contacts.csv --workspace ${exampleIds.workspace}`))
    .action(
      run(
        z.object({
          file: z.string().min(1, 'must name a file.'),
          workspace: id,
          onExisting: z.enum(onExistingModes).default('keep'),
          rejected: z.string().min(1, 'must name a file.').optional(),
        }),
        async ({ file, rejected = `${file}.rejected.csv`, ...input }, { stderr }) => {
          const verbs = await import('../import/import-file.ts');
          const bar = createProgressBar(stderr);
          try {
            return await verbs.importFile({ file, rejected, ...input }, (fraction, totals) =>
              bar.show(fraction, describe(totals)),
            );
          } finally {
            bar.end();
          }
        },
        showImport,
        ({ rejected }) => rejected > 0,
      ),
    );
};

const describe = ({ created, updated, unchanged, rejected }: ImportTotals): string =>
  `${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;

const showImport = ({
  resumed_after_line: resumedAfter,
  ignored_columns: ignored,
  rejected_lines: rejectedLines,
  ...totals
}: Awaited<ReturnType<typeof importFile>>): string =>
  [
    formatFields(totals),
    ...(resumedAfter === null ? [] : [`This run went on after line ${resumedAfter}; the counts are of all runs.`]),
    ...(ignored.length === 0 ? [] : [`Ignored columns: ${ignored.map(replaceUnsafe).join(', ')}.`]),
    ...(rejectedLines === null
      ? []
      : [`Rejected lines, with the reason: ${rejectedLines}. Because of them the exit code is 3.`]),
  ].join('\n');
