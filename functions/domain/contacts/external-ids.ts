import { ApiError } from '../../model/api-error.ts';
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
  if (phone === undefined && byExternalId === undefined) throw unknownExternalId();
  if (phone === undefined || byExternalId === undefined || byPhone === byExternalId) return byPhone ?? byExternalId;
  // Between the two reads, the contact may have been created or erased.
  const owner = await findContact(workspaceId, byExternalId);
  if (owner && owner.phone !== phone) throw differentContacts();
  return owner?.id ?? 'conflict';
};

/** A contact that is found by its number gets the external id, unless it has another one. */
export const requireSameExternalId = ({ external_id }: StoredContact, externalId: string | undefined): void => {
  if (externalId === undefined || external_id === undefined || external_id === externalId) return;
  throw new ApiError(
    'bad_request',
    'The contact with this phone number has another "external_id". Change it with PATCH /contacts/{id}.',
  );
};

export const requireFreeExternalId = async (workspaceId: string, externalId: string): Promise<void> => {
  if ((await findContactIdByExternalId(workspaceId, externalId)) === undefined) return;
  throw new ApiError(
    'bad_request',
    'Another contact has this "external_id". GET /contacts?external_id= finds it; change that contact first.',
  );
};

const differentContacts = (): ApiError =>
  new ApiError(
    'bad_request',
    '"external_id" belongs to a contact with another phone number. Leave out "phone", or change the "external_id" ' +
      'of that contact with PATCH /contacts/{id}.',
  );

const unknownExternalId = (): ApiError =>
  new ApiError('bad_request', 'No contact has this "external_id". To create one, send its "phone", too.');
