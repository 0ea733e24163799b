import { importContacts, importResponses } from '../../domain/contacts/import-contacts.ts';
import { parseEntry } from '../../http/parse-entry.ts';
import { contactInput } from '../../model/contacts/input.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.importContacts,
  async ({ caller, id, body, isStrict, endsByMs }) => ({
    data: await importContacts(
      caller.workspaceId,
      id,
      body.contacts.map((entry) => parseEntry(contactInput, entry, isStrict)),
      { onExisting: body.on_existing, endsByMs },
    ),
  }),
  undefined,
  importResponses,
);
