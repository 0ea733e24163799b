import { notFound } from '../../model/api-error.ts';
import type { ContactBroadcast } from '../../model/broadcasts/broadcast.ts';
import { isClaim } from '../../model/broadcasts/recipient.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { queryBroadcasts } from '../../table/broadcasts/broadcasts.ts';
import { findClaimedMessages } from '../../table/broadcasts/recipients.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { toReport } from '../broadcasts/list-recipients.ts';
import { findTraces } from './erase-contact.ts';
import { findOwnRecipients } from './remove-recipients.ts';

/**
 * Looks the contact's numbers up in a page of the newest broadcasts: there is no list of a contact's broadcasts, which
 * would be another write for each message. A page may be short, or empty, and still have a next one.
 */
export const listContactBroadcasts = async (
  workspaceId: string,
  contactId: string,
  page: PageRequest,
): Promise<Page<ContactBroadcast>> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  const [traces, { items: broadcasts, next }] = await Promise.all([
    findTraces(workspaceId, contact),
    queryBroadcasts(workspaceId, page),
  ]);
  const rows = await findOwnRecipients(broadcasts, traces);
  const claims = rows.flatMap(({ state }) => (isClaim(state) ? [state] : []));
  const messages = new Map(
    (await findClaimedMessages(claims)).flatMap((message) => (message ? [[message.id, message] as const] : [])),
  );
  const items = broadcasts.flatMap(({ id, name, created_at }) => {
    const { state } = rows.find(({ broadcastId }) => broadcastId === id) ?? {};
    if (!state) return [];
    const message = isClaim(state) ? messages.get(state.message_id) : undefined;
    return [{ id, name, created_at, ...toReport(state.phone, state, message) }];
  });
  return { items, next };
};
