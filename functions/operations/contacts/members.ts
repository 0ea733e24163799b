import { updateContact } from '../../domain/contacts/contacts.ts';
import { importContacts, importResponses } from '../../domain/contacts/import-contacts.ts';
import { countContacts, listContacts } from '../../domain/contacts/list-contacts.ts';
import { listNames } from '../../domain/contacts/list-names.ts';
import { listTags } from '../../domain/contacts/tags.ts';
import { getContactTimeline } from '../../domain/contacts/timeline.ts';
import { listContactConversations } from '../../domain/conversations/conversations.ts';
import { listContactBroadcasts } from '../../domain/erasures/contact-broadcasts.ts';
import { exportContactPage } from '../../domain/erasures/export-contact.ts';
import { listContactSegments } from '../../domain/segments/segments.ts';
import { parseEntry } from '../../http/parse-entry.ts';
import { importedContact } from '../../model/contacts/input.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';
import { find } from './handlers.ts';

/** An import began at the time in its cursor. A cursor that is kept must not hide the next one from the audit log. */
const isUnderWay = (begunAt: string | undefined): boolean =>
  begunAt !== undefined && clock.now() - Date.parse(begunAt) < dayMs;

/** The log outlives the contact, so it has no name. */
const describe = ({ params: { id } }: { params: { id: string } }) => ({ target: { id, name: id } });

export const members = {
  listContacts: async ({ caller, query: { consent, ...filters }, page }) => {
    const opted_out = consent && consent === 'opted_out';
    const [{ items, next, rowsRead }, total = null] = await Promise.all([
      listContacts(caller.workspaceId, { ...filters, opted_out }, page),
      page.after === undefined ? countContacts(caller.workspaceId) : undefined,
    ]);
    return { items, next, meta: { looked_at: rowsRead ?? items.length, total } };
  },
  importContacts: {
    run: async ({ caller, id, body, page, endsByMs }) => ({
      data: await importContacts(
        caller.workspaceId,
        id,
        body.contacts.map((entry) => parseEntry(importedContact, entry)),
        {
          onExisting: body.on_existing,
          tagMode: body.tags,
          endsByMs,
          isDryRun: body.dry_run ?? false,
          by: { kind: 'member', name: caller.name },
        },
      ),
      next: isUnderWay(page.after) ? page.after : isoTime(clock.now()),
    }),
    responses: importResponses,
    isAudited: ({ page, body }) => !body.dry_run && !isUnderWay(page.after),
    describe: ({ body }) => ({ details: `${body.rows ?? body.contacts.length} lines` }),
  },
  setConsent: {
    run: async ({ caller, params, body }) => ({
      data: await updateContact(caller.workspaceId, params.id, { ...body, by: { kind: 'member', name: caller.name } }),
    }),
    find,
  },
  deleteContact: { find, describe },
  startContactsExport: async () => ({ data: { started: true as const } }),
  exportContact: {
    run: ({ caller, params, page }) => exportContactPage(caller.workspaceId, params.id, page.after),
    find,
    isAudited: ({ page }) => page.after === undefined,
    describe,
  },
  getContactTimeline: async ({ caller, params }) => ({ data: await getContactTimeline(caller.workspaceId, params.id) }),
  listNames: async ({ caller, body }) => ({ data: await listNames(caller.workspaceId, body) }),
  listContactSegments: ({ caller, params, page }) => listContactSegments(caller.workspaceId, params.id, page),
  listContactBroadcasts: ({ caller, params, page }) => listContactBroadcasts(caller.workspaceId, params.id, page),
  listContactConversations: async ({ caller, params }) => ({
    data: await listContactConversations(caller.workspaceId, params.id),
  }),
  listTags: ({ caller, query, page }) => listTags(caller.workspaceId, query.search ?? '', page),
} satisfies MemberActs<typeof contract, typeof handlers>;
