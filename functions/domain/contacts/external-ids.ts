import { ApiError } from '../../model/api-error.ts';
import { type KeyConflict, keyConflicts } from '../../model/contacts/key-conflicts.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { findContact, findContactIdByExternalId, findContactIdByPhone } from '../../table/contacts/contacts.ts';

export interface ContactKeys {
  phone: string | undefined;
  externalId: string | undefined;
}

/**
 * The contact that has one of the keys, or both. Two contacts are never merged: if the keys do not belong together, it
 * is the caller's error.
 */
export const findContactIdByKeys = async (
  workspaceId: string,
  { phone, externalId }: ContactKeys,
): Promise<string | undefined | 'conflict'> => {
  const [byPhone, byExternalId] = await Promise.all([
    phone === undefined ? undefined : findContactIdByPhone(workspaceId, phone),
    externalId === undefined ? undefined : findContactIdByExternalId(workspaceId, externalId),
  ]);
  if (phone === undefined && byExternalId === undefined) throw keyConflict('unknown_id');
  if (phone === undefined || byExternalId === undefined || byPhone === byExternalId) return byPhone ?? byExternalId;
  // Between the two reads, the contact may have been created or erased.
  const owner = await findContact(workspaceId, byExternalId);
  if (owner && owner.phone !== phone) throw keyConflict('other_person');
  return owner?.id ?? 'conflict';
};

/** A contact that is found by its number gets the external id, unless it has another one. */
export const requireSameExternalId = (
  { external_id }: Pick<StoredContact, 'external_id'>,
  externalId: string | undefined,
): void => {
  if (externalId === undefined || external_id === undefined || external_id === externalId) return;
  throw keyConflict('other_id');
};

export const requireFreeExternalId = async (workspaceId: string, externalId: string): Promise<void> => {
  if ((await findContactIdByExternalId(workspaceId, externalId)) !== undefined) throw keyConflict('taken_id');
};

export const keyConflict = (conflict: KeyConflict): ApiError => new ApiError('bad_request', keyConflicts[conflict]);
