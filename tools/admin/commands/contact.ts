import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { onExistingModes, tagModes } from '../../../functions/model/contacts/import.ts';
import type { ErasedContact, ExportedItem } from '../../../functions/model/erasures/erasure.ts';
import { createProgressBar, formatFields, formatTable } from '../../terminal/layout.ts';
import { replaceUnsafe } from '../../terminal/unsafe-characters.ts';
import { usageError } from '../admin-error.ts';
import { placeholderIds } from '../command-text.ts';
import type { importFile } from '../import/import-file.ts';
import type { ImportTotals } from '../import/progress.ts';
import { operate } from '../operate.ts';
import { type Output, toJson } from '../print.ts';
import type { Run } from '../run.ts';
import { id } from '../values.ts';
import { addNoun, argument, option, required, verb, workspace } from '../verb.ts';

const modeHelp =
  'What happens to a contact that has the number or external id already: keep its fields, or update those that the ' +
  'line has (default: keep).';

const tagsHelp = 'Whether the tags of a line are added to those of such a contact, or replace them (default: add).';

const fileHelp =
  'CSV in UTF-8 whose first line names the columns: phone, name, email, company, tags, external_id, attributes.<name>.';

const searchHelp = 'Beginnings of words in names and addresses, or four digits and more of a number.';

const path = z.string().min(1, 'must name a file.');
const contact = required('<contact-id>', 'The contact.', id);

export const addContactCommands = (program: Command, run: Run): Command =>
  addNoun(
    program,
    run,
    'contact',
    'Contacts of a workspace: find a person, import them from a file, export or erase one.',
    [
      verb('import', 'Import contacts from a CSV file. Continues where an earlier run stopped.', {
        input: {
          file: argument(fileHelp, path),
          workspace,
          onExisting: option('<mode>', modeHelp, z.enum(onExistingModes).default('keep')),
          tags: option('<mode>', tagsHelp, z.enum(tagModes).default('add')),
          rejected: option(
            '<file>',
            'Where rejected lines go, with the reason (default: <file>.rejected.csv).',
            path.optional(),
          ),
        },
        example: 'contacts.csv',
        act: async ({ file, rejected = `${file}.rejected.csv`, ...input }, { stderr }) => {
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
        show: showImport,
        isPartial: ({ rejected }) => rejected > 0,
      }),
      verb('list', 'List up to 100 contacts: the newest, or those that a search finds.', {
        input: { workspace, search: option('<text>', searchHelp, z.string().max(400).optional()) },
        example: '--search "ana sil"',
        act: ({ workspace, search }) => listContacts(workspace, search),
        show: (contacts, { width }) =>
          contacts.length === 0 ? 'No contact matches.' : formatTable(contacts.map(toRow), contactColumns, width),
      }),
      verb('export', 'Print everything that is held about a contact, as JSON: what "contact erase" would remove.', {
        input: {
          workspace,
          contact,
          output: option('<file>', 'Write to this file, which must not exist; only you may read it.', path.optional()),
        },
        example: `--contact ${placeholderIds.contact} --output ana.json`,
        act: async ({ workspace, contact, output }) => {
          const pages = await readExport(workspace, contact);
          return output === undefined ? pages : { file: output, items: await writeFile(output, pages) };
        },
        show: (result) => ('file' in result ? `${result.items} items are in ${result.file}.` : toJson(result)),
      }),
      verb('erase', 'Erase a person: contact, conversations, messages and every copy. It cannot be undone.', {
        input: { workspace, contact },
        example: `--contact ${placeholderIds.contact}`,
        act: ({ workspace, contact }) => operate('contacts/deleteContact', { workspace, params: { id: contact } }),
        show: showErased,
      }),
    ],
  );

const contactColumns = ['id', 'name', 'phone', 'email', 'company'] as const;

const toRow = ({ id, name, phone, email, company }: Contact) => ({
  id,
  name: name ?? '',
  phone: phone ?? '',
  email: email ?? '',
  company: company ?? '',
});

const listedMax = 100;

/** A page of a search may be short and have a next one. */
const listContacts = async (workspace: string, search: string | undefined): Promise<Contact[]> => {
  const contacts: Contact[] = [];
  let after: string | undefined;
  do {
    const query = search === undefined ? {} : { search };
    const { items, next } = await operate('contacts/listContacts', { workspace, query, after });
    contacts.push(...items);
    after = next;
  } while (after !== undefined && contacts.length < listedMax);
  return contacts.slice(0, listedMax);
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

type Pages = AsyncIterable<readonly ExportedItem[]>;

/** Reads the first page at once, so an unknown contact is refused. */
const readExport = async (workspace: string, contactId: string): Promise<Pages> => {
  const request = { workspace, params: { id: contactId }, body: {} };
  const read = (after?: string) => operate('contacts/exportContact', { ...request, after });
  const first = await read();
  return (async function* () {
    yield first.items;
    for (let { next } = first; next !== undefined; ) {
      const page = await read(next);
      yield page.items;
      ({ next } = page);
    }
  })();
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

const showErased = ({ id: contactId }: ErasedContact): string =>
  `Erased: nothing finds the contact ${contactId} any more. The service removes the rest within about 20 minutes, or ` +
  'when the broadcasts under way are completed.';
