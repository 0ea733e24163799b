import { notFound } from '../../model/api-error.ts';
import type { AuditEntry } from '../../model/audit/audit-entry.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { type ErasedContact, type ErasedTraces, erasureSteps, noCounts } from '../../model/erasures/erasure.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findConversations } from '../../table/conversations/conversations.ts';
import { findErasure, putErasure, type RunningErasure } from '../../table/erasures/erasures.ts';
import { findErasablePointers } from '../../table/erasures/pointers.ts';
import { markContactErasedForFeed, querySubscribers } from '../../table/feeds/feeds.ts';
import { markContactErased } from '../../table/webhooks/webhooks.ts';
import { newAuditEntry } from '../audit/audit-log.ts';
import { phoneForms } from '../channels/msgapp/phone-forms.ts';
import { listAliases, pointersPerWriteMax } from './pointers.ts';

/**
 * Makes the contact unreachable at once; a job that follows from the stored erasure removes the rest. Idempotent as
 * long as the erasure is known. With an actor, it leaves an audit entry that the job completes.
 */
export const eraseContact = async (
  workspaceId: string,
  contactId: string,
  actor?: AuditEntry['actor'],
  requestId?: string,
): Promise<ErasedContact> => {
  const erased = { id: contactId, erased: true as const };
  return retryOnConflict(async () => {
    const contact = await findContact(workspaceId, contactId);
    if (!contact) {
      if (await findErasure(workspaceId, contactId)) return erased;
      throw notFound('contact');
    }
    // Webhooks and feeds are marked before the contact is gone, so no attempt to deliver begins without the mark.
    await markSubscribers(workspaceId);
    const traces = await findTraces(workspaceId, contact);
    const aliases = listAliases(traces).slice(0, pointersPerWriteMax);
    const pointers = await findErasablePointers(workspaceId, contactId, aliases);
    const auditEntry = actor && newAuditEntry(toAuditStart(contactId, actor, requestId));
    const erasure = newErasure(
      contactId,
      traces,
      pointers.length + (contact.external_id === undefined ? 0 : 1),
      auditEntry?.entry.id,
    );
    return (await putErasure(workspaceId, { contact, erasure, pointers, auditEntry })) ? erased : 'conflict';
  });
};

const markSubscribers = async (workspaceId: string): Promise<void> => {
  const { webhooks, feeds } = await querySubscribers(workspaceId);
  const now = isoTime(clock.now());
  await Promise.all([
    ...webhooks.map(({ id }) => markContactErased(workspaceId, id, now)),
    ...feeds.map(({ id }) => markContactErasedForFeed(workspaceId, id, now)),
  ]);
};

export const findTraces = async (workspaceId: string, contact: StoredContact): Promise<ErasedTraces> => {
  const conversations = await findConversations(workspaceId, Object.values(contact.conversation_ids ?? {}));
  const phones = contact.phone === null ? [] : phoneForms(contact.phone);
  const phoneAliases = phones.map((phone) => `PHONE#${phone}`);
  return {
    contact_created_at: contact.created_at,
    phones,
    former_phones: [...(contact.former_phones ?? [])],
    aliases: [...(contact.aliases ?? [])].filter((alias) => !phoneAliases.includes(alias)),
    conversations: conversations.map(({ id, created_at, snooze }) => ({
      id,
      created_at,
      ...(snooze && { snoozed_until: snooze.until }),
    })),
  };
};

const toAuditStart = (contactId: string, actor: AuditEntry['actor'], requestId: string | undefined) => ({
  actor,
  action: 'contact.erased',
  target: { id: contactId, name: contactId },
  request_id: requestId ?? null,
});

const newErasure = (
  id: string,
  traces: ErasedTraces,
  pointers: number,
  auditEntryId: string | undefined,
): RunningErasure => {
  const now = isoTime(clock.now());
  return {
    id,
    status: 'requested',
    requested_at: now,
    completed_at: null,
    audit_entry_id: auditEntryId ?? null,
    traces,
    progress: {
      pass: 1,
      step: erasureSteps[0],
      cursor: null,
      is_waiting: false,
      running_broadcasts: [],
      counts: { ...noCounts, conversations: traces.conversations.length, pointers },
    },
    resume_at: now,
    version: 1,
  };
};
