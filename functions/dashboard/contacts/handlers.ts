import { contactResponses } from '../../domain/access/contact-responses.ts';
import { createContact, getContact, updateContact } from '../../domain/contacts/contacts.ts';
import { importContacts, importResponses } from '../../domain/contacts/import-contacts.ts';
import { listContacts } from '../../domain/contacts/list-contacts.ts';
import { listTags } from '../../domain/contacts/tags.ts';
import { getContactTimeline } from '../../domain/contacts/timeline.ts';
import { listContactConversations } from '../../domain/conversations/conversations.ts';
import { listContactBroadcasts } from '../../domain/erasures/contact-broadcasts.ts';
import { eraseContact } from '../../domain/erasures/erase-contact.ts';
import { exportContactPage } from '../../domain/erasures/export-contact.ts';
import { listContactSegments } from '../../domain/segments/segments.ts';
import type { SuccessStatus } from '../../http/contract.ts';
import { parseEntry } from '../../http/parse-entry.ts';
import { contactInput } from '../../model/contacts/input.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

const find = ({ caller, params }: { caller: MemberCaller; params: { id: string } }) =>
  getContact(caller.workspaceId, params.id);

/** An import began at the time in its cursor. A cursor that is kept must not hide the next one from the audit log. */
const isUnderWay = (begunAt: string | undefined): boolean =>
  begunAt !== undefined && clock.now() - Date.parse(begunAt) < dayMs;

export const routes = handleOperations(contract, {
  listContacts: async ({ caller, query: { consent, ...filters }, page }) => {
    const opted_out = consent && consent === 'opted_out';
    const { items, next, rowsRead } = await listContacts(caller.workspaceId, { ...filters, opted_out }, page);
    return { items, next, meta: { looked_at: rowsRead ?? items.length } };
  },
  createContact: {
    run: async ({ caller, id, body }) => {
      const { contact, isNew } = await createContact(caller.workspaceId, id, body);
      return { data: contact, status: isNew ? 201 : (200 as SuccessStatus) };
    },
    responses: contactResponses,
  },
  importContacts: {
    run: async ({ caller, id, body, page, endsByMs }) => ({
      data: await importContacts(
        caller.workspaceId,
        id,
        body.contacts.map((entry) => parseEntry(contactInput, entry)),
        { onExisting: body.on_existing, endsByMs, isDryRun: body.dry_run ?? false },
      ),
      next: isUnderWay(page.after) ? page.after : isoTime(clock.now()),
    }),
    responses: importResponses,
    isAudited: ({ page, body }) => !body.dry_run && !isUnderWay(page.after),
    describe: ({ body }) => ({ details: `${body.rows ?? body.contacts.length} rows` }),
  },
  getContact: async (input) => ({ data: await find(input) }),
  updateContact: {
    run: async ({ caller, params, body }) => ({ data: await updateContact(caller.workspaceId, params.id, body) }),
    find,
  },
  addContactTags: {
    run: async ({ caller, params, body }) => ({
      data: await updateContact(caller.workspaceId, params.id, { addedTags: body.tags }),
    }),
    find,
    responses: contactResponses,
  },
  removeContactTags: {
    run: async ({ caller, params, body }) => ({
      data: await updateContact(caller.workspaceId, params.id, { removedTags: body.tags }),
    }),
    find,
  },
  setConsent: {
    run: async ({ caller, params, body }) => ({
      data: await updateContact(caller.workspaceId, params.id, { ...body, by: { kind: 'member', name: caller.name } }),
    }),
    find,
  },
  eraseContact: {
    run: async ({ caller, params }) => ({ data: await eraseContact(caller.workspaceId, params.id) }),
    find,
    // The log outlives the contact, so it has no name.
    describe: ({ params }) => ({ target: { id: params.id, name: params.id } }),
  },
  startContactsExport: async () => ({ data: { started: true as const } }),
  exportContact: {
    run: ({ caller, params, page }) => exportContactPage(caller.workspaceId, params.id, page.after),
    find,
    isAudited: ({ page }) => page.after === undefined,
    describe: ({ params }) => ({ target: { id: params.id, name: params.id } }),
  },
  getContactTimeline: async ({ caller, params }) => ({ data: await getContactTimeline(caller.workspaceId, params.id) }),
  listContactSegments: ({ caller, params, page }) => listContactSegments(caller.workspaceId, params.id, page),
  listContactBroadcasts: ({ caller, params, page }) => listContactBroadcasts(caller.workspaceId, params.id, page),
  listContactConversations: async ({ caller, params }) => ({
    data: await listContactConversations(caller.workspaceId, params.id),
  }),
  listTags: ({ caller, query, page }) => listTags(caller.workspaceId, query.search ?? '', page),
});
