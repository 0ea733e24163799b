import type { AuditEntry } from '../../model/audit/audit-entry.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { ErasedTraces, ErasureCounts, ErasureProgress } from '../../model/erasures/erasure.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { newAuditEntryPart } from '../audit/audit-entries.ts';
import { removeExternalIdParts } from '../contacts/contact-writes.ts';
import { untagContactPart } from '../contacts/tags.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem } from '../dynamodb/read.ts';
import { type TransactionPart, transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { erasePointerUpdate } from './pointers.ts';

export interface StoredErasure {
  id: string;
  /** `requested` starts the removal: the stream's filter looks for it. */
  status: 'requested' | 'running' | 'done';
  requested_at: string;
  completed_at: string | null;
  audit_entry_id: string | null;
  traces: ErasedTraces | null;
  progress: ErasureProgress;
  /** The next pass waits until then, for requests that were under way. */
  resume_at: string;
  version: number;
}

export interface RunningErasure extends StoredErasure {
  traces: ErasedTraces;
}

export interface ContactErasure {
  contact: StoredContact;
  erasure: RunningErasure;
  /** These are at most as many as fit; a later step erases the others. */
  pointers: readonly string[];
  auditEntry: { entry: AuditEntry; expires: number } | undefined;
}

/**
 * Removes in one transaction all by which the contact can be found or read. What is left is unreachable until the job
 * removes it. False if the contact has changed.
 */
export const putErasure = async (
  workspaceId: string,
  { contact, erasure, pointers, auditEntry }: ContactErasure,
): Promise<boolean> => {
  const { written } = await transact([
    removeContactPart(workspaceId, contact),
    {
      Put: {
        Item: { ...keys.erasure(workspaceId, erasure.id), entity: 'erasure', ...requestIdField(), ...erasure },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...pointers.map((alias) => ({ Update: erasePointerUpdate(workspaceId, alias, erasure) })),
    ...removeExternalIdParts(workspaceId, contact),
    ...contact.tags.map((tag) => untagContactPart(tag.id, contact.id)),
    // The contact's version guards these, too: it changes with every new conversation.
    ...erasure.traces.conversations.flatMap(({ id, snoozed_until: until }): TransactionPart[] => [
      { Delete: { Key: keys.conversation(workspaceId, id) } },
      ...(until ? [{ Delete: { Key: keys.snooze(until, workspaceId, id) } }] : []),
    ]),
    ...(auditEntry ? [newAuditEntryPart(workspaceId, auditEntry.entry, auditEntry.expires)] : []),
  ]);
  return written;
};

/** Aliases change without a new version, and one that is missed would lead nowhere. */
const removeContactPart = (
  workspaceId: string,
  { id, version, aliases, former_phones }: StoredContact,
): TransactionPart => ({
  Delete: {
    Key: keys.contact(workspaceId, id),
    ConditionExpression: [
      'version = :version',
      aliases ? 'aliases = :aliases' : 'attribute_not_exists(aliases)',
      former_phones ? 'former_phones = :former_phones' : 'attribute_not_exists(former_phones)',
    ].join(' AND '),
    ExpressionAttributeValues: {
      ':version': version,
      ...(aliases ? { ':aliases': aliases } : {}),
      ...(former_phones ? { ':former_phones': former_phones } : {}),
    },
  },
});

export const findErasure = async (workspaceId: string, contactId: string): Promise<StoredErasure | undefined> => {
  const item = await findItem(keys.erasure(workspaceId, contactId));
  return item && toStoredErasure(item);
};

export const advanceErasure = async (
  workspaceId: string,
  { id, version }: StoredErasure,
  fields: Partial<Pick<StoredErasure, 'progress' | 'resume_at'>>,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.erasure(workspaceId, id),
    ConditionExpression: '#version = :expected',
    ...assign({ ...fields, status: 'running', version: version + 1 }, { ':expected': version }),
  });
  return written;
};

/** From here on the item is the proof: it holds no personal data. */
export const completeErasure = async (
  workspaceId: string,
  { id, version, progress }: StoredErasure,
  counts: ErasureCounts,
  times: { completed_at: string; expires: number },
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.erasure(workspaceId, id),
    ConditionExpression: '#version = :expected',
    ...assign(
      { ...times, status: 'done', traces: null, progress: { ...progress, counts }, version: version + 1 },
      { ':expected': version },
    ),
  });
  return written;
};

const toStoredErasure = ({ pk, sk, entity, request_id, expires, ...fields }: Item): StoredErasure =>
  fields as unknown as StoredErasure;
