import { contactResponses } from '../../domain/access/contact-responses.ts';
import * as contacts from '../../domain/contacts/contacts.ts';
import { importContacts as importEntries, importResponses } from '../../domain/contacts/import-contacts.ts';
import { listContacts as list } from '../../domain/contacts/list-contacts.ts';
import { eraseContact } from '../../domain/erasures/erase-contact.ts';
import type { SuccessStatus } from '../../http/contract.ts';
import { parseEntry } from '../../http/parse-entry.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import { contactInput } from '../../model/contacts/input.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const find = ({ caller, params }: { caller: Tenant; params: { id: string } }) =>
  contacts.getContact(caller.workspaceId, params.id);

export const createContact = {
  run: async ({ caller, id, body }) => {
    const { contact, isNew } = await contacts.createContact(caller.workspaceId, id, body);
    const status: SuccessStatus = isNew ? 201 : 200;
    return { data: contact, status };
  },
  responses: contactResponses,
} satisfies Act<typeof contract.createContact>;

export const importContacts = {
  run: async ({ caller, id, body, isStrict, endsByMs }) => ({
    data: await importEntries(
      caller.workspaceId,
      id,
      body.contacts.map((entry) => parseEntry(contactInput, entry, isStrict)),
      { onExisting: body.on_existing, tagMode: body.tags, endsByMs },
    ),
  }),
  responses: importResponses,
} satisfies Act<typeof contract.importContacts>;

export const listContacts = {
  run: ({ caller, query, page }) => list(caller.workspaceId, query, page),
} satisfies Act<typeof contract.listContacts>;

export const getContact = {
  run: async (input) => ({ data: await find(input) }),
} satisfies Act<typeof contract.getContact>;

export const updateContact = {
  run: async ({ caller, params, body }) => ({
    data: await contacts.updateContact(caller.workspaceId, params.id, body),
  }),
  find,
} satisfies Act<typeof contract.updateContact>;

export const addContactTags = {
  run: async ({ caller, params, body }) => ({
    data: await contacts.updateContact(caller.workspaceId, params.id, { addedTags: body.tags }),
  }),
  find,
  responses: contactResponses,
} satisfies Act<typeof contract.addContactTags>;

export const removeContactTags = {
  run: async ({ caller, params, body }) => ({
    data: await contacts.updateContact(caller.workspaceId, params.id, { removedTags: body.tags }),
  }),
  find,
} satisfies Act<typeof contract.removeContactTags>;

/** The members' door has its own entry in the audit log, so only that of a key is left here. */
export const deleteContact = {
  run: async ({ caller, params }) => ({
    data: await eraseContact(
      caller.workspaceId,
      params.id,
      'keyName' in caller ? { kind: 'key', user_id: null, name: caller.keyName } : undefined,
    ),
  }),
} satisfies Act<typeof contract.deleteContact>;
