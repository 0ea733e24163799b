import * as z from 'zod/mini';
import {
  contactImport,
  contactImportInput,
  contactsPerImportMax,
  entryError,
  importResult,
  importStatuses,
} from '../../model/contacts/import.ts';
import { contactInput } from '../../model/contacts/input.ts';
import { ids, phone } from '../samples.ts';
import type { ComponentDoc, OperationDoc } from '../texts.ts';

/** Shows the shape of the entries, which the service checks one by one. */
const newContacts = z.object({
  ...contactImportInput.shape,
  contacts: z.array(contactInput).check(z.minLength(1), z.maxLength(contactsPerImportMax)),
});

export const contactImportComponents: Record<string, ComponentDoc> = {
  ImportStatus: { schema: z.enum(importStatuses), description: 'What became of an entry of an import.' },
  NewContacts: {
    schema: newContacts,
    description: 'Contacts to import. Each entry is validated and stored independently.',
    fields: {
      contacts: 'The contacts, as in `POST /contacts`.',
      on_existing:
        'What happens to a contact that has the phone number or external id already. `keep` leaves its name, email, ' +
        'company and attributes as they are; `update` changes those that the entry has.',
      tags:
        'What happens to the tags of such a contact if the entry has `tags`: `add` adds them to those that it has, ' +
        '`replace` replaces those.',
    },
  },
  EntryError: {
    schema: entryError,
    description: 'Why an entry was rejected.',
    fields: {
      code: 'Code as of a failed request. `internal` means that the entry is fine: send it again in a new request.',
      message: 'What is wrong with the entry, for people.',
    },
  },
  ImportResult: {
    schema: importResult,
    description: 'What became of one entry of an import.',
    fields: {
      status: 'What became of the entry.',
      contact_id: 'Id of the contact; null if the entry was rejected.',
      error: 'Why the entry was rejected; null if it was not.',
    },
  },
  ContactImport: {
    schema: contactImport,
    description: 'What became of the entries of an import.',
    fields: {
      created: 'Number of entries that created a contact.',
      updated: 'Number of entries that changed a contact.',
      unchanged: 'Number of entries whose contact was already as they say.',
      rejected: 'Number of entries that were not stored.',
      results: 'One result for each entry, in the order of the request.',
    },
  },
};

export const importContacts: OperationDoc = {
  summary: 'Import contacts',
  row: 'create or update up to 500 contacts, with a result for each',
  description:
    'Creates up to 500 contacts, or updates those that exist. An entry that is not valid is rejected and does not ' +
    'affect the others; the response says what became of each. Entries with the same phone number or external ' +
    'id are handled one after the other. A request may bring at most 1,000 different tags; contacts beyond are rejected. Repeating it is ' +
    'safe, with or without an Idempotency-Key. It counts as one request against the rate limit.',
  client: {
    call: 'contacts.importMany',
    comment: 'Takes at most 500 contacts. Each entry has its own result; a rejected one does not affect the others.',
  },
  request: {
    schema: 'NewContacts',
    examples: {
      create: {
        summary: 'Create contacts and keep those that exist',
        value: { contacts: [{ phone, name: 'Ana Torres', tags: ['VIP'] }, { phone: '12' }] },
      },
      update: {
        summary: 'Update contacts that exist',
        value: { contacts: [{ phone, company: 'Northwind' }], on_existing: 'update' },
      },
    },
  },
  response: {
    data: 'ContactImport',
    examples: {
      200: {
        data: {
          created: 1,
          updated: 0,
          unchanged: 0,
          rejected: 1,
          results: [
            { status: 'created', contact_id: ids.contact, error: null },
            {
              status: 'rejected',
              contact_id: null,
              error: {
                code: 'bad_request',
                message: '"phone" is not a valid phone number. Use E.164, for example +4915112345678.',
              },
            },
          ],
        },
      },
    },
  },
};
