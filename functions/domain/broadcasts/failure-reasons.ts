import { ApiError } from '../../model/api-error.ts';
import type { FailureReason } from '../../model/broadcasts/recipient.ts';
import { isOptedOut } from '../../model/contacts/consent.ts';
import { describeMissing } from '../../model/contacts/values.ts';
import { isFromBeforeErasure } from '../../model/erasures/erasure.ts';
import { idTimeMs } from '../../platform/ids.ts';
import type { StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import type { RecipientLookup } from '../../table/messages/sends.ts';

export const canceledReason: FailureReason = {
  code: 'canceled',
  message: 'The broadcast was canceled before this message was sent.',
};

export const noRecipientsReason: FailureReason = {
  code: 'no_recipients',
  message:
    'The audience had no recipient with a phone number when it was read. Choose another audience and send again.',
};

export const segmentDeletedReason: FailureReason = {
  code: 'segment_deleted',
  message: 'The segment was deleted before sending began. Choose another audience and send again.',
};

export const nothingSentReason: FailureReason = {
  code: 'nothing_sent',
  message: 'No recipient got a message. GET /broadcasts/{id}/recipients says why for each of them.',
};

/** The conversation's copy of the contact changes together with the contact, so the contact need not be read. */
export const isRecipientOptedOut = (lookup: RecipientLookup | undefined): boolean => {
  const contact = lookup?.conversation?.contact ?? lookup?.contact;
  return contact !== undefined && isOptedOut(contact);
};

export const optedOutReason: FailureReason = {
  code: 'opted_out',
  message: 'The contact has opted out of broadcasts. They get broadcasts again once they opt in.',
};

/**
 * The id tells the broadcast's age, and is older than the snapshot of the audience. A later broadcast may list the
 * number again.
 */
export const isErasedSince = (
  { id }: Pick<StoredBroadcast, 'id'>,
  lookup: Pick<RecipientLookup, 'erasedAt'> | undefined,
): boolean => lookup?.erasedAt !== undefined && isFromBeforeErasure(idTimeMs(id), lookup.erasedAt);

export const erasedReason: FailureReason = {
  code: 'contact_erased',
  message: 'The contact was erased after the broadcast was created, so nothing was sent.',
};

export const duplicateReason: FailureReason = {
  code: 'duplicate',
  message: 'Another recipient of the broadcast has the same phone number.',
};

export const missingValueReason = (field: Parameters<typeof describeMissing>[0]): FailureReason => ({
  code: 'missing_value',
  message: describeMissing(field),
});

/** The reason why the channel's account or the template cannot be used; other errors are ours. */
export const toFailureReason = (error: unknown): FailureReason => {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  throw error;
};
