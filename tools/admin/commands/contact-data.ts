import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import type { ErasedContact, ExportedItem } from '../../../functions/model/erasures/erasure.ts';
import { usageError } from '../admin-error.ts';
import { exampleHelp, exampleIds, workspaceOption } from '../command-text.ts';
import { type Output, toJson } from '../print.ts';
import type { Run } from '../run.ts';
import { id } from '../values.ts';

export const addContactDataVerbs = (contact: Command, run: Run): void => {
  addExport(contact, run);
  addErase(contact, run);
};

const contactOption = ['--contact <contact-id>', 'The contact.'] as const;

type Pages = AsyncIterable<readonly ExportedItem[]>;

const addExport = (contact: Command, run: Run): void => {
  contact
    .command('export')
    .description('Print everything that is held about a contact, as JSON: what "contact erase" would remove.')
    .requiredOption(...workspaceOption)
    .requiredOption(...contactOption)
    .option('--output <file>', 'Write to this file, which must not exist; only you may read it.')
    .addHelpText(
      'after',
      exampleHelp(
        `contact export --workspace ${exampleIds.workspace} --contact ${exampleIds.contact} --output ana.json`,
      ),
    )
    .action(
      run(
        z.object({ workspace: id, contact: id, output: z.string().min(1, 'must name a file.').optional() }),
        async ({ workspace, contact: contactId, output }) => {
          const { exportContact } = await import('../../../functions/domain/erasures/export-contact.ts');
          const pages = await exportContact(workspace, contactId);
          return output === undefined ? pages : { file: output, items: await writeFile(output, pages) };
        },
        (result) => ('file' in result ? `${result.items} items are in ${result.file}.` : toJson(result)),
      ),
    );
};

/** Returns the number of items. */
const writeFile = async (path: string, pages: Pages): Promise<number> => {
  let items = 0;
  const counted = async function* (): Pages {
    for await (const page of pages) {
      items += page.length;
      yield page;
    }
  };
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? usageError('--output is a file that exists. Name a new one.') : error;
  });
  try {
    for await (const text of toTexts(toJson(counted()))) await file.write(text);
  } finally {
    await file.close();
  }
  return items;
};

const toTexts = (output: Output): AsyncIterable<string> | string[] => (typeof output === 'string' ? [output] : output);

const addErase = (contact: Command, run: Run): void => {
  contact
    .command('erase')
    .description('Erase a person: contact, conversations, messages and every copy. It cannot be undone.')
    .requiredOption(...workspaceOption)
    .requiredOption(...contactOption)
    .addHelpText(
      'after',
      exampleHelp(`contact erase --workspace ${exampleIds.workspace} --contact ${exampleIds.contact}`),
    )
    .action(
      run(
        z.object({ workspace: id, contact: id }),
        async ({ workspace, contact: contactId }) => {
          const { eraseContact } = await import('../../../functions/domain/erasures/erase-contact.ts');
          return eraseContact(workspace, contactId);
        },
        showErased,
      ),
    );
};

const showErased = ({ id: contactId }: ErasedContact): string =>
  `Erased: nothing finds the contact ${contactId} any more. The service removes the rest within about 20 minutes, or ` +
  'when the broadcasts under way are completed.';
